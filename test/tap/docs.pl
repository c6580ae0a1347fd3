# The documents with examples, as a newcomer goes through them: all blocks of sql in their order, each document in one psql
# session in a database of its own, both in one cluster. What psql prints for a block, rows, NOTICEs and errors, is what
# the block of text right after it shows, to the letter; a block without one prints nothing.
#
# Results that are drawn are marked between the two blocks, and compared but for what the mark names:
#   <!-- varies: COLUMN, COLUMN by 5%, NOTICE by 5% (why) -->, without why if it is drawn at random
# are any values in the first column (* for all columns), and in the second and in NOTICEs, WARNINGs and DETAILs (of several lines) numbers that differ
# from those shown by at most so much. Names of columns, the number of rows and all else are compared to the letter.
#
# A page of docs/reference begins with a scene: the patients of README.md, their release in the schema research unless the page makes it itself, and
# what else its examples stand on. It leaves behind what it made.
#
# The pages of docs/reference are gone through in turn, and where the last ten commits changed them (MICRODATA_PAGES names these).
#
# With MICRODATA_DOCS=FOLDER the documents are written below it with the results of this run where they differ.
use strict;
use warnings;
use feature 'state';
use Test::More;
use File::Basename qw(dirname);
use File::Path qw(make_path);
use List::Util qw(all);
use PostgreSQL::Test::Utils;
use Microdata;

chdir $ENV{MICRODATA_ROOT} or die "no $ENV{MICRODATA_ROOT}";
# As it is installed.
my $node = new_node('docs', "pg_microdata.republish = 'warn'", "pg_microdata.unclassified = 'suspicious'", 'pg_microdata.quick_attack = on');
my $number = qr/-?\d+(?:\.\d+)?(?:e-?\d+)?/;

# The blocks of a document: SQL, the mark if it varies, the output that it shows.
sub blocks_of
{
	my ($text) = @_;
	my @blocks;
	while ($text =~ /^```sql\n(.*?)^```\n(?:(?:\n<!--\h*(varies(?:(?!-->).)*?)\h*-->)?\n```text\n(.*?)^```\n)?/msg)
	{
		push @blocks, { sql => $1, mark => $2, shown => $3, from => $-[3] // $+[0], to => $+[3] // $+[0] };
	}
	return @blocks;
}

# What psql prints for each block, without blanks at the ends of lines.
sub run_blocks
{
	my ($database, @blocks) = @_;
	my $mark = 'END OF BLOCK';
	my $input = join '', map { "$_->{sql}\n\\echo $mark\n" } @blocks;
	my $output = '';
	IPC::Run::run([ 'psql', '-X', '-q', '-d', $node->connstr($database) ], '<', \$input, '>&', \$output);
	return map { s/\h+$//mgr =~ s/\n+\z/\n/r } split /^$mark\n/m, $output, -1;
}

# The lines of an output in their order: of tables the cells of each row, with the names of their columns; others as they are.
sub lines_of
{
	my ($output) = @_;
	my (@lines, $names);
	my @all = split /\n/, $output;
	for my $i (0 .. $#all)
	{
		my $rule = qr/^-+(\+-+)*$/;
		if (($all[ $i + 1 ] // '') =~ $rule) { $names = cells($all[$i]) }
		elsif ($all[$i] =~ $rule) { push @lines, { names => $names } }
		elsif ($names && $all[$i] =~ /^ /) { push @lines, { names => $names, row => cells($all[$i]) } }
		else { $names = undef; push @lines, { text => $all[$i] } }
	}
	return @lines;
}

sub cells
{
	return [ map { s/^\h+|\h+$//gr } split /\|/, shift, -1 ];
}

# Whether a text may stand for the one that is shown: any, or one whose numbers alone differ, by at most so many percent.
sub near
{
	my ($got, $shown, $percent) = @_;
	return 1 if $percent eq 'inf';
	return 0 if $got =~ s/$number/#/gr ne $shown =~ s/$number/#/gr;
	my @got = $got =~ /$number/g;
	my @shown = $shown =~ /$number/g;
	return all { abs($got[$_] - $shown[$_]) <= abs($shown[$_]) * $percent / 100 } 0 .. $#got;
}

# The lines of an output, with what is shown in the place of what may vary, where it varies within the bounds of the mark.
sub settled_lines_of
{
	my ($output, $shown, $mark) = @_;
	my ($list) = $mark =~ /^varies: (.+?)(?: \(.+\))?$/s or return "not understood: $mark";
	my %percent = map { /^(.+?)(?: by (\d+)%)?$/ ? ($1 => $2 // 'inf') : () } split /\s*,\s*/, $list;
	my @shown = lines_of($shown);
	my @lines = lines_of($output);
	for my $i (0 .. $#lines)
	{
		my ($line, $like) = ($lines[$i], $shown[$i] // {});
		for my $c (0 .. $#{ $line->{row} // [] })
		{
			my $percent = $percent{ $line->{names}[$c] } // $percent{'*'} // next;
			my $cell = $like->{row}[$c] // next;
			$line->{row}[$c] = $cell if near($line->{row}[$c], $cell, $percent);
		}
		next unless $percent{NOTICE} && ($line->{text} // '') =~ /^(?:(?:NOTICE|WARNING|DETAIL):|(?![A-Z]+:)\w)/ && defined $like->{text};
		$line->{text} = $like->{text} if near($line->{text}, $like->{text}, $percent{NOTICE});
	}
	return \@lines;
}

my $weekly = q{
	SELECT create_series('weekly', 'patients', 'bucketization', '{"sensitive": ["disease"]}', subject => '{name}', m => 3, view => 'research.patients', keep => 4,
		gate => '{"inference": 0.5, "suppressed": 0.01, "rows": [0.9, 1.2]}');
	SELECT FROM publish_series('weekly');};
# So that an edition withholds more than 0.01 of the persons, which its gate allows, and less than 0.02.
my $changed = q{
	DELETE FROM patients WHERE right(name, 2) IN ('07', '14', '21', '28', '35', '42', '49');
	UPDATE patients SET disease = 'flu' WHERE right(name, 2) IN ('01', '32') OR right(name, 3) IN ('063', '163', '263', '363', '463');};
my $diseases = q{
	CREATE TABLE levels (level0 text, level1 text, level2 text);
	INSERT INTO levels VALUES ('flu', 'respiratory', '*'), ('asthma', 'respiratory', '*'), ('bronchitis', 'respiratory', '*'), ('gastritis', 'digestive', '*'),
		('diabetes', 'metabolic', '*'), ('migraine', 'nervous', '*'), ('eczema', 'skin', '*');
	SELECT create_hierarchy('diseases', 'levels');};
my $ages = q{SELECT create_interval_hierarchy('ages', lower => 0, upper => 100, widths => '{10,20}');};
my %scenes = (
	alter_series => $weekly,
	approve_edition => $weekly . $changed . q{SELECT FROM publish_series('weekly');},
	create_series => q{
		SELECT create_prefix_hierarchy('zip', keep => '{4,3}');
		CREATE TABLE visits AS
		SELECT name, age, sex, date '2026-01-01' + i + n * 7 AS visited, (ARRAY['flu', 'asthma', 'diabetes', 'gastritis', 'migraine', 'bronchitis', 'eczema'])[1 + (i + n) % 7] AS disease
		FROM (SELECT *, substr(name, 9)::integer AS i FROM patients LIMIT 500) p, generate_series(1, 2) n;},
	declare_hierarchy => $diseases,
	grant_hierarchy => $ages . 'CREATE ROLE publisher;',
	hierarchy_labels => $diseases . q{SELECT declare_hierarchy('patients', 'disease', 'diseases');},
	publish_series => $weekly . $changed,
	run_series => $weekly);

sub quiet_psql { $node->safe_psql($_[0], "SET client_min_messages = error; SET pg_microdata.unclassified = 'warn'; $_[1]") }

# A database for a page: of the reference with its scene, of others an empty one.
sub make_database
{
	my ($document, $database, $text) = @_;
	my ($page) = $document =~ m{^docs/reference/(.*)\.md$};
	return $node->safe_psql('postgres', "CREATE DATABASE $database") unless $page;
	state $is_made;
	if (!$is_made++)
	{
		my ($patients) = slurp_file('README.md') =~ /^(CREATE TABLE patients AS\n.*?;)$/ms;
		$node->safe_psql('postgres', 'CREATE DATABASE scene');
		quiet_psql('scene', "CREATE EXTENSION pg_microdata; CREATE SCHEMA research; $patients ANALYZE patients;");
	}
	$node->safe_psql('postgres', "CREATE DATABASE $database TEMPLATE scene");
	my $published = q{SELECT slice_table('patients', columns => 2, l => 5, sensitive => '{disease}', identifiers => '{name}', target => 'research.patients');};
	my $makes_it = $text =~ /^[^\n]*(?:target|view)\s+=>\s+'research\.patients'/m || ($scenes{$page} // '') =~ /research\.patients/;
	return quiet_psql($database, ($makes_it ? '' : $published) . ($scenes{$page} // ''));
}

my @pages = glob('docs/reference/*.md');
my %due = map { $_ => 1 } in_turn(3, @pages), split ' ', $ENV{MICRODATA_PAGES} // '';
for my $document ('README.md', 'docs/tutorial.md', 'docs/operations.md', glob('docs/howto/*.md'), grep { $due{$_} } @pages)
{
	my $text = slurp_file($document);
	# A list of other pages.
	next unless $text =~ /^```sql$/m;
	my $database = lc($document) =~ s/\W/_/gr;
	make_database($document, $database, $text);
	my @blocks = blocks_of($text);
	my @starts = $text =~ /^```sql$/mg;
	is(scalar @blocks, scalar @starts, "$document: every block of sql is run");
	my @outputs = run_blocks($database, @blocks);
	my $written = '';
	my $at = 0;
	for my $i (0 .. $#blocks)
	{
		my %block = %{ $blocks[$i] };
		my $output = $outputs[$i] // 'psql did not come to it';
		my $shown = ($block{shown} // '') =~ s/\h+$//mgr;
		my ($first) = $block{sql} =~ /^(.{1,60})/;
		my $right;
		if (defined $block{mark})
		{
			$right = is_deeply(
				settled_lines_of($output, $shown, $block{mark}),
				[ lines_of($shown) ], "$document: $first prints the like of what it shows; $block{mark}")
			  or diag("$output is not the like of\n$shown");
		}
		else { $right = is($output, $shown, "$document: $first prints what it shows") }
		next if $right;
		$written .= substr($text, $at, $block{from} - $at) . (defined $block{shown} ? $output : "\n```text\n$output```\n");
		$at = $block{to};
	}
	if ($ENV{MICRODATA_DOCS})
	{
		make_path("$ENV{MICRODATA_DOCS}/" . dirname($document));
		append_to_file("$ENV{MICRODATA_DOCS}/$document", $written . substr($text, $at));
	}
	if ($document =~ m{^docs/reference/})
	{
		$node->safe_psql('postgres', "DROP DATABASE $database; DROP ROLE IF EXISTS publisher");
		next;
	}
	is( $node->safe_psql(
			$database, q{
		SELECT oid::regclass FROM pg_class
		WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND relnamespace = 'public'::regnamespace}),
		'', "$document: no relation is left");
	is( $node->safe_psql($database, q{SELECT rolname FROM pg_roles WHERE oid >= 16384}), '', "$document: no role is left");
	is( $node->safe_psql(
			$database, q{
		SELECT (SELECT count(*) FROM microdata.release_record) + (SELECT count(*) FROM microdata.roles)
		     + (SELECT count(*) FROM microdata.hierarchies) + (SELECT count(*) FROM microdata.privacy_rules)}),
		0, "$document: nothing is left in the catalog");
	$node->safe_psql('postgres', "DROP DATABASE $database");
}

done_testing();
