# The SQL of the README and of the guide runs, in their order, and prints what they say. A block of sql is run by psql;
# a block of text right after it is its output, to the letter. Other blocks vary and are for the reader only.
use strict;
use warnings;
use Test::More;
use PostgreSQL::Test::Utils;
use Microdata;

chdir $ENV{MICRODATA_ROOT} or die "no $ENV{MICRODATA_ROOT}";
my $node = new_node('docs');

for my $document ('README.md', 'docs/guide.md')
{
	my $database = lc($document) =~ s/\W/_/gr;
	$node->safe_psql('postgres', "CREATE DATABASE $database");
	$node->safe_psql('postgres', 'DROP ROLE IF EXISTS analyst');
	my $text = slurp_file($document);
	my $blocks = 0;
	my $compared = 0;
	while ($text =~ /^```sql\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/msg)
	{
		my ($sql, $expected) = ($1, $2);
		my ($out, $err) = ('', '');
		$blocks++;
		IPC::Run::run([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr($database) ],
			'<', \$sql, '>', \$out, '2>', \$err);
		my $status = $? >> 8;
		my ($first) = $sql =~ /^(.{1,60})/;
		if (defined $expected && $expected =~ /^ERROR/)
		{
			is($err, $expected, "$document: $first fails as it says");
			$compared++;
			next;
		}
		is($status, 0, "$document: $first") or diag($err);
		next unless defined $expected;
		$compared++;
		is($out =~ s/\n+\z/\n/r, $expected, "$document: $first prints what it says");
	}
	cmp_ok($blocks, '>=', 7, "$document: $blocks blocks were run");
	cmp_ok($compared, '>=', 1, "$document: $compared outputs were compared");
	$node->safe_psql('postgres', "DROP DATABASE $database");
}

# Links between the documents lead somewhere.
for my $document ('README.md', glob 'docs/*.md')
{
	my $text = slurp_file($document);
	my ($folder) = $document =~ m{^(.*/)};
	while ($text =~ /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)
	{
		my ($file, $anchor) = ($1, $2);
		my $path = $file eq '' ? $document : ($folder // '') . $file;
		ok(-e $path || $path =~ /LICENSE$/, "$document: $path exists") or next;
		next unless defined $anchor;
		my @anchors = map { lc =~ s/[^\w\- ]//gr =~ s/ /-/gr } slurp_file($path) =~ /^#+ (.*)$/mg;
		ok((grep { $_ eq $anchor } @anchors), "$document: $path has #$anchor");
	}
}

done_testing();
