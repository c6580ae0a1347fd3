# Pages that `microdata report` writes, opened in a browser: figures are those of SQL, nothing of the source is in a page for readers,
# and hostile names and values stay text.
# Rooms: src/client scripts/report-assets test/tap/Browser.pm
use strict;
use warnings;
use utf8;
use Encode qw(decode_utf8 encode_utf8);
use JSON::PP;
use PostgreSQL::Test::Utils;
use Test::More;
use Browser;
use Microdata;

my $node = new_node('report');
my $directory = PostgreSQL::Test::Utils::tempdir();
my $browser = Browser->new($directory) or plan skip_all => 'no Chromium';
my @owner = ('-h', $node->host, '-p', $node->port, '-d', 'postgres');
my @reader = (@owner, '-U', 'reader');
my $pages = 0;

sub sql { return decode_utf8($node->safe_psql('postgres', encode_utf8($_[0]))); }

# Runs the program; returns what it ended with, the file and what it said.
sub report
{
	my ($relation, @options) = @_;
	my ($out, $err) = ('', '');
	my $file = "$directory/page" . ++$pages . '.html';
	IPC::Run::run([ 'microdata', 'report', '-q', map { encode_utf8($_) } $relation, '-o', $file, @options ], '<', \undef, '>', \$out, '2>', \$err);
	return ($? >> 8, $file, decode_utf8($err));
}

my $figures = <<'JS';
JSON.stringify(Array.from(document.querySelectorAll('figure.chart'), (f) => {
  const svg = f.querySelector('svg');
  const cell = (c) => c.dataset.v === undefined ? null : Number(c.dataset.v);
  return {
    id: f.id, title: f.querySelector('figcaption').textContent,
    head: Array.from(f.querySelectorAll('thead th'), (c) => c.textContent),
    rows: Array.from(f.querySelectorAll('tbody tr'), (r) => [r.cells[0].textContent, ...Array.from(r.cells).slice(1).map(cell)]),
    role: svg && svg.getAttribute('role'),
    named: svg && svg.getAttribute('aria-labelledby').split(' ').every((id) => document.getElementById(id).textContent.length > 0),
    widths: svg && Array.from(svg.querySelectorAll('rect.release'), (r) => Number(r.getAttribute('width'))).filter((w) => w !== 12),
  };
}))
JS

# Opens a page, checks what holds of all pages, and returns its charts by their ids.
sub charts
{
	my ($file, $what) = @_;
	$browser->visit($file);
	my $charts = decode_json(encode_utf8($browser->value($figures)));
	is_deeply([ $browser->requests($file) ], [], "$what: asks for nothing elsewhere");
	is_deeply([ $browser->complaints ], [], "$what: no error, and nothing against its policy");
	is($browser->value('document.scripts.length'), 2, "$what: two scripts");
	is_deeply([ map { $_->{id} } grep { @{ $_->{rows} } && ($_->{role} // '') ne 'img' } @$charts ], [], "$what: every chart is drawn");
	is_deeply([ map { $_->{id} } grep { @{ $_->{rows} } && !$_->{named} } @$charts ], [], "$what: every chart has a text in its place");
	return { map { $_->{id} => $_ } @$charts };
}

# Figures of a page and the SQL that gives them.
sub same
{
	my ($name, @figures) = @_;
	my $got = join "\n", map { sprintf '%s: %.6g', $_->[0], $_->[1] } @figures;
	my @values = split /,/, sql('SELECT array_to_string(ARRAY[' . join(', ', map { "COALESCE(($_->[2])::float8, 0)" } @figures) . q{], ',')});
	my $expected = join "\n", map { sprintf '%s: %.6g', $figures[$_][0], $values[$_] } 0 .. $#figures;
	cmp_ok(scalar @figures, '>', 0, "$name: there are figures");
	return is($got, $expected, "$name: figures are those of SQL");
}

sub quoted { my ($text) = @_; $text =~ s/'/''/g; return "'$text'"; }

# The rows of a chart with the condition that each is about; classes of other values have none.
sub conditions
{
	my ($chart, $column) = @_;
	my @found;
	for my $row (@{ $chart->{rows} })
	{
		(my $label = $row->[0]) =~ s/\x{202f}//g;
		my $condition =
		    $label =~ /^(\d+)–(\d+)$/ ? "$column BETWEEN $1 AND $2"
		  : $label eq 'missing (NULL)' ? "$column IS NULL"
		  : $label =~ /other value/    ? next
		  :                              "$column = " . quoted($label);
		push @found, [ $row, $condition ];
	}
	return @found;
}

sub titled { my ($charts, $title) = @_; return (grep { $_->{id} =~ /^distribution/ && $_->{title} eq $title } values %$charts)[0]; }

# As many persons as the chart has, of a query with the condition in place of %s.
sub distribution_is
{
	my ($what, $charts, $column, $query, $place) = @_;
	my $chart = titled($charts, $column) or return fail("$what: no chart of $column");
	return same("$what, $column", map { [ $_->[0][0], $_->[0][ $place // -1 ], sprintf($query, $_->[1]) ] } conditions($chart, $column));
}

sql('CREATE ROLE reader LOGIN');

SKIP:
{
	skip 'no adult.csv', 1 unless $ENV{MICRODATA_ADULT};
	sql(qq{
		CREATE TABLE everybody (age integer, workclass text, fnlwgt integer, education text, education_num integer, marital_status text,
			occupation text, relationship text, race text, sex text, capital_gain integer, capital_loss integer, hours_per_week integer,
			native_country text, salary text, passport integer GENERATED ALWAYS AS IDENTITY);
		COPY everybody (age, workclass, fnlwgt, education, education_num, marital_status, occupation, relationship, race, sex, capital_gain,
			capital_loss, hours_per_week, native_country, salary) FROM '$ENV{MICRODATA_ADULT}' (FORMAT csv, HEADER);
		-- By their numbers: from PostgreSQL 16 on, rows of a file need not lie in its order.
		CREATE TABLE adult AS SELECT passport, age, workclass, education, marital_status, occupation, sex, salary
			FROM everybody WHERE passport % 15 = 0 ORDER BY passport;
		SELECT slice_table('adult', 3, 3, identifiers => '{passport}', sensitive => '{occupation}', seed => 1, target => 'sliced');
		SELECT bucketize_table('adult', 3, identifiers => '{passport}', sensitive => '{occupation}', method => 'anatomy', format => 'anatomy', target => 'anatomy', seed => 1);
		SELECT generalize_table('adult', 6, l => 2, identifiers => '{passport}', sensitive => '{occupation}', seed => 1, target => 'generalized');
		SELECT count(*) FROM gnf_decompose('adult', 2, '{"sex -> occupation", "education -> marital_status"}', identifiers => '{passport}', seed => 1, target => 'parts');
		SELECT count(*) FROM fragment_table('adult', 6, 'salary', 2, identifiers => '{passport}', seed => 1, target => 'fragments');
		GRANT SELECT ON sliced, anatomy, generalized, fragments_1, fragments_2 TO reader});
	sql(qq{GRANT SELECT ON $_ TO reader}) for split /\n/, sql(q{SELECT unnest(relations) FROM microdata.releases WHERE method = 'gnf'});

	# Slicing, for a reader without a right on the source.
	my ($status, $file, $err) = report('sliced', @reader);
	is($status, 0, 'slices: written for a reader') or diag($err);
	my $charts = charts($file, 'slices');
	distribution_is('slices', $charts, $_, 'SELECT count(*) FROM sliced WHERE %s') for qw(age education occupation sex);
	my $widths = titled($charts, 'education')->{widths};
	my $rows = titled($charts, 'education')->{rows};
	cmp_ok(abs($widths->[1] / $widths->[0] - $rows->[1][1] / $rows->[0][1]), '<', 0.001, 'bars are as long as their figures are large');
	same('slices, sizes', map { [ $_->[0][0], $_->[0][1], "SELECT count(*) FROM (SELECT count(*) AS size FROM sliced GROUP BY bucket) s WHERE $_->[1]" ] }
		  map { $_->[0][0] =~ /^\d+$/ ? [ $_->[0], "size = $_->[0][0]" ] : $_ } conditions($charts->{'sizes-1'}, 'size'));
	# Of two groups, whichever they are; not by ranges.
	my ($mixed) = grep { $_->{id} =~ /^pair-\d+-published$/ && $_->{title} =~ /equally likely/ && !grep { /–/ } @{ $_->{head} } } map { $charts->{$_} } sort keys %$charts;
	my $one = $mixed->{head}[0];
	my ($other) = $browser->value("document.getElementById('$mixed->{id}').dataset.x");
	same("slices, $one and $other", map { my ($row, $condition) = @$_;
			map { [ "$row->[0] $mixed->{head}[$_]", $row->[$_], "SELECT sum(weight) FROM sliced_expected WHERE $condition AND $other = " . quoted($mixed->{head}[$_]) ] }
			grep { $mixed->{head}[$_] !~ /other|–/ } 1 .. $#$row } grep { $_->[0][0] ne 'other' } conditions($mixed, $one));
	is($browser->value(q{document.getElementById('rows').textContent}) =~ s/\D//gr, sql('SELECT count(*) FROM sliced'), 'the first figure: persons published');
	like($browser->value(q{document.getElementById('guarantee-text').textContent}), qr/l = 3/, 'the guarantee');
	is($browser->value(q{document.getElementById('verified').textContent}), 'not verified', 'a reader cannot verify');

	# The other methods.
	($status, $file) = report('anatomy', @reader);
	$charts = charts($file, 'tables of Anatomy');
	distribution_is('tables of Anatomy', $charts, 'occupation', 'SELECT sum(count) FROM anatomy_st WHERE %s');
	distribution_is('tables of Anatomy', $charts, 'workclass', 'SELECT count(*) FROM anatomy_qit WHERE %s');
	($status, $file) = report('generalized', @reader);
	$charts = charts($file, 'classes');
	for my $attribute (qw(age sex education))
	{
		my @checks;
		for my $row (@{ titled($charts, $attribute)->{rows} })
		{
			next if $row->[0] =~ /other value/;
			my $predicate = $row->[0] =~ /^(\d+)–(\d+)$/ ? { $attribute => { between => [ $1 + 0, $2 + 0 ] } } : { $attribute => $row->[0] };
			push @checks, [ @$row, "SELECT estimate_count('generalized', " . quoted(encode_json($predicate)) . ')' ];
		}
		same("classes, $attribute", @checks);
	}
	my @covered = grep { $_->[0] ne 'occupation' } @{ $charts->{loss}{rows} };
	my $sum = 0;
	$sum += $_->[1] for @covered;
	same('classes, what is lost by attribute adds up', [ 'loss', $sum / @covered, q{SELECT microdata.information_loss('generalized')} ]);
	same('classes, how many', [ 'buckets', $browser->value(q{document.getElementById('buckets').textContent}) =~ s/\D//gr,
			'SELECT count(*) FROM (SELECT DISTINCT age, workclass, education, marital_status, sex, salary FROM generalized) c' ]);
	($status, $file) = report(sql(q{SELECT relations[1] FROM microdata.releases WHERE method = 'gnf'}), @reader);
	my $part = sql(q{SELECT relation FROM microdata.release_columns WHERE attribute = 'education' ORDER BY 1 LIMIT 1});
	distribution_is('parts', charts($file, 'parts'), 'education', "SELECT count(*) FROM $part WHERE %s");
	($status, $file) = report('fragments_2', @reader);
	$charts = charts($file, 'fragments');
	distribution_is('fragments', $charts, 'salary', 'SELECT count(*) FROM fragments_1 WHERE %s');

	# The owner's own: before and after, audits, settings.
	($status, $file, $err) = report('sliced', @owner, '--private', '--seed', 1, '--explore', '{"l": [2, 4], "columns": 3}', '--sample', 1000);
	is($status, 0, 'private: written for the owner') or diag($err);
	is((stat $file)[2] & 0777, 0600, 'private: nobody else may read the file');
	$charts = charts($file, 'private');
	distribution_is('private, the source', $charts, $_, 'SELECT count(*) FROM adult WHERE %s', 1) for qw(age marital_status);
	is($browser->value(q{document.getElementById('verified').textContent}), 'verified', 'private: verified');
	is( decode_utf8($browser->value(q{Array.from(document.querySelectorAll('#audit tbody tr'), (r) => r.cells[2].textContent).join('\n')})),
		sql(q{SELECT finding FROM audit('sliced', seed => 1)}), 'private: the sentences of audit()');
	is_deeply($charts->{'attack-figures'}{rows}[0][3], 0 + sql(q{SELECT figure FROM audit('sliced', seed => 1) WHERE audit = 'audit_singling_out'}), 'private: its figures');
	my ($worst) = grep { $_->[0] eq 'inference of occupation' } @{ $charts->{'attack-figures'}{rows} };
	cmp_ok(abs($worst->[1] - ($worst->[2] + $worst->[3] * (1 - $worst->[2]))), '<', 1e-9, 'private: success is that without the release and the risk');
	my $verdict = sub { $browser->value("document.getElementById('$_[0]').textContent") };
	like($verdict->('worst-risk'), qr/guesses "occupation" right .* probability of at most 33\.3.*\(l = 3\)/, 'private: the worst risk beside the bound');
	my ($gained) = sort { $b->[0] <=> $a->[0] } map { [ ($_->[1] - ($_->[2] // 0)) / (1 - ($_->[2] // 0)), $_->[0] ] } grep { ($_->[2] // 0) < 1 } @{ $charts->{'attack-figures'}{rows} };
	like($verdict->('worst-risk'), qr/^${\ sprintf '%.1f', 100 * $gained->[0]}.{1,3}%/, "private: it begins with what gains most, $gained->[1]");
	like($verdict->('lost'), qr/off by .* in the median/, 'private: what analysts lose');
	like($verdict->('readers'), qr/Its owner, and reader\./, 'private: the roles that may read it');
	same('private, other settings', map { [ $_, $charts->{'frontier-chart'}{rows}[$_][2], qq{SELECT inference FROM explore('adult', 'slicing', '{"l": [2, 4], "columns": 3}',
		identifiers => '{passport}', sensitive => '{occupation}', sample => 1000, seed => 1) LIMIT 1 OFFSET $_} ] } 0 .. 1);
	($status, undef, $err) = report('sliced', @reader, '--private');
	is($status, 3, 'private: not for readers');
	like($err, qr/the source of "public.sliced" is gone, or you may not read it/, 'who are told why');
}

# A series.
people($node, 'patients', 400);
sql(q{ALTER TABLE patients ADD id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
	SELECT create_series('weekly', 'patients', 'bucketization', '{"sensitive": ["disease"], "quasi_identifiers": ["age", "sex", "town"], "identifiers": ["income", "children", "job", "postcode"]}', subject => '{id}', m => 3);
	SELECT count(*) FROM publish_series('weekly');
	DELETE FROM patients WHERE id % 7 = 0; UPDATE patients SET disease = 'disease 3' WHERE id % 31 = 1;
	SELECT count(*) FROM publish_series('weekly');
	DELETE FROM patients WHERE id % 5 = 0;
	SELECT count(*) FROM publish_series('weekly')});
my ($status, $file, $err) = report('weekly_3', @owner);
my $charts = charts($file, 'an edition');
# Of persons without a value the report says how many there are. An estimate takes them to have the values of others.
my ($valueless, $all) = split /\|/, sql(q{SELECT parameters ->> 'valueless', estimate_count('weekly_3', '{}') FROM microdata.releases WHERE 'weekly_3'::regclass = ANY (relations)});
cmp_ok($valueless, '>', 0, 'there are persons without a value');
for my $row (@{ titled($charts, 'disease')->{rows} })
{
	my $estimate = $row->[0] eq 'missing (NULL)' ? $valueless : (1 - $valueless / $all) * sql("SELECT estimate_count('weekly_3', " . quoted(encode_json({ disease => $row->[0] })) . ')');
	cmp_ok(abs($row->[-1] - $estimate), '<', 0.01 * $estimate, "an edition: $row->[0] is what SQL says");
}
my $counterfeits = sql(q{SELECT counterfeits FROM microdata.editions WHERE edition = 3});
cmp_ok($counterfeits, '>', 0, 'there are counterfeits');
like($browser->value(q{document.getElementById('edition').textContent}), qr/edition 3 of the series “weekly”, with $counterfeits counterfeits/, 'an edition: its counterfeits');
like($browser->value(q{document.getElementById('differences').textContent}), qr/$counterfeits sensitive values are counterfeits.* $valueless persons are shown without/, 'on the first screen, too');
is($browser->value(q{document.getElementById('editions')}), undef, 'an edition: nothing of others');
($status, $file, $err) = report('weekly_3', @owner, '--private', '--seconds', 1, '--seed', 1);
$charts = charts($file, 'a series');
my @columns = qw(persons counterfeits waiting withheld);
same('a series, over time', map { my $row = $_; map { [ "$row->[0] $columns[$_]", $row->[ $_ + 1 ], "SELECT $columns[$_] FROM microdata.editions WHERE edition = $row->[0]" ] } 0 .. 3 }
	  @{ $charts->{editions}{rows} });
same('a series, put together', [ 'guessed right', $browser->value(q{Number(document.querySelector('#composition tbody tr').cells[4].dataset.v)}),
		q{SELECT guessed_right FROM audit_composition('{weekly_1,weekly_2,weekly_3}', seed => 1)} ]);

# A series' view stands for the edition that it shows; a right on the view is enough.
sql(q{CREATE VIEW persons AS SELECT id, age, sex, disease FROM patients;
	SELECT create_series('viewed', 'persons', 'bucketization', '{"sensitive": ["disease"]}', subject => '{id}', view => 'newest');
	SELECT count(*) FROM publish_series('viewed');
	SELECT count(*) FROM publish_series('viewed');
	GRANT SELECT ON newest TO reader});
($status, $file, $err) = report('newest', @reader);
is($status, 0, 'a view: written for a reader') or diag($err);
$charts = charts($file, 'a view');
is($browser->value('document.querySelector("h1").textContent'), 'newest', 'a view: its name');
distribution_is('a view', $charts, 'age', 'SELECT count(*) FROM newest WHERE %s');
like($browser->value(q{document.getElementById('edition').textContent}), qr/edition 2 of the series “viewed”/, 'a view: its edition');
($status, $file, $err) = report('newest', @owner, '--private', '--seconds', 1, '--seed', 1);
is($status, 0, 'a view: and for the owner') or diag($err);
distribution_is('a view, the source', charts($file, 'a view'), 'sex', 'SELECT count(*) FROM persons WHERE %s', 1);

# Persons with several rows.
sql(q{CREATE TABLE visits AS SELECT p.id, p.sex, p.age, n AS day, 'disease ' || (p.id * 7 + n * n) % 9 AS disease FROM patients p, generate_series(1, 1 + p.id % 3) n;
	SELECT bucketize_table('visits', 2, sensitive => '{disease}', subject => '{id}', suppress => 0.9, format => 'tables');
	SELECT bucketize_table('visits', 2, sensitive => '{disease}', subject => '{id}', suppress => 0.9, target => 'visits_joined')});
# Pairs count all rows of the source, to which estimates are scaled; some pair is of attributes in different parts.
sub pairs_are_of_rows
{
	my ($what, $charts) = @_;
	my @pairs = map { $charts->{$_} } grep { /^pair-\d+-published$/ } sort keys %$charts;
	cmp_ok(scalar(grep { $_->{title} =~ /equally likely/ } @pairs), '>', 0, "$what: there are pairs of different parts");
	my $all = sql('SELECT count(*) FROM visits');
	for my $pair (@pairs)
	{
		my $sum = 0;
		for my $row (@{ $pair->{rows} }) { $sum += $_ // 0 for @$row[ 1 .. $#$row ] }
		cmp_ok(abs($sum - $all), '<', 0.01 * $all, "$what: $pair->{id} counts rows");
	}
	return is(scalar(grep { /^pair-\d+-estimated$/ } keys %$charts), 0, "$what: no model of persons");
}

($status, $file) = report('visits_bucketized', @owner);
$charts = charts($file, 'persons with several rows');
pairs_are_of_rows('persons with several rows', $charts);
distribution_is('persons with several rows', $charts, 'disease', 'SELECT count(DISTINCT (bucket, member)) FROM visits_bucketized_values WHERE %s');
distribution_is('persons with several rows', $charts, 'sex', 'SELECT count(*) FROM visits_bucketized WHERE %s');
($status, $file) = report('visits_joined', @owner);
$charts = charts($file, 'persons in one table');
pairs_are_of_rows('persons in one table', $charts);
distribution_is('persons in one table', $charts, $_, 'SELECT count(*) FROM visits_joined WHERE %s') for qw(disease sex);

# What a page for readers must not have. The rows with the rare value are left out of the release.
sql(q{
	CREATE ROLE publisher_of_secrets LOGIN SUPERUSER;
	SET ROLE publisher_of_secrets;
	CREATE TABLE hidden_source AS SELECT 'number-' || n AS social_number, n % 50 + 20 AS years, (ARRAY['flu', 'cold', 'gout', 'asthma'])[n % 4 + 1] AS finding
		FROM generate_series(1, 400) n;
	INSERT INTO hidden_source SELECT 'number-x' || n, 931, 'unheard-of' FROM generate_series(1, 3) n;
	CREATE TABLE decided AS SELECT * FROM hidden_source;
	SELECT generalize_table('hidden_source', 5, l => 2, identifiers => '{social_number}', sensitive => '{finding}', target => 'shown', recoding => 'full-domain', suppress => 0.1);
	GRANT SELECT ON shown TO reader});
is(sql(q{SELECT suppressed_rows FROM microdata.releases WHERE relations = '{shown}'}), 3, 'rows were left out');
my $public = slurp_file((report('shown', @owner))[1]);
my $private = slurp_file((report('shown', @owner, '--private', '--seconds', 1, '--sample', 200))[1]);
my $body = sub { my ($page) = @_; $page =~ s/<style>.*?<\/style>|<script>.*?<\/script>//gs; return $page };
for my $secret (qw(hidden_source social_number number- unheard-of 931 publisher_of_secrets >suppress<))
{
	unlike($body->($public), qr/\Q$secret/, "for readers: nothing of $secret");
}
like($body->($public), qr{3 of 403 rows of the source are suppressed}, 'for readers: how many rows are left out');
like($body->($private), qr/\Q$_/, "private: $_ is there") for qw(hidden_source unheard-of 403);

# What is in the source afterwards changes nothing but whether the verification holds.
my $still = sub { my ($page) = @_; $page =~ s/<footer.*?<\/footer>//s; $page =~ s/<h3>Verification<\/h3>.*?<\/section>//s; $page =~ s/<d[dt] id="worst-risk".*?<\/dd>|<div class="tile"><strong id="verified">.*?<\/div>//gs; return $page };
my $read = slurp_file((report('shown', @reader))[1]);
sql(q{UPDATE hidden_source SET finding = 'plague', years = years + 7; DELETE FROM hidden_source WHERE years % 3 = 0});
is($still->(slurp_file((report('shown', @reader))[1])), $still->($read), 'for readers: the page does not depend on the source');
($status, $file, $err) = report('shown', @owner);
is($status, 4, 'a release that is not confirmed ends with 4');
my $changed = slurp_file($file);
is($still->($changed), $still->($public), 'nor does it when the owner makes it');
is($still->($public), $still->($read), 'who gets what readers get');
unlike($changed, qr/does not hold/, 'what is not confirmed is not for readers');
like($err, qr/the release does not keep: /, 'but for who makes the page');

# Hostile names and values.
my @values = ('</script><script>document.title = "taken"</script>', '"><img src=x onerror=document.title="taken">', '<!--<script>', q[it's "quoted" & {curly, \\ ],
	"line\nbreak\ttab", '&lt;b&gt;', '  ', '{a,b}', "\x{1F600} übergroß", 'x' x 500);
my $attribute = q{a"'><script>x</script>};
my $table = q{t"></title><script>document.title='taken'</script>};
(my $quoted_attribute = $attribute) =~ s/"/""/g;
(my $quoted_table = $table) =~ s/"/""/g;
sql(qq{CREATE TABLE odd ("$quoted_attribute" text, "data-v" integer, "</td>" text);
	INSERT INTO odd SELECT v, n % 5, 'value ' || n % 6 FROM unnest(ARRAY[} . join(', ', map { quoted($_) } @values) . qq{, NULL, '']) v, generate_series(1, 12) n;
	SELECT bucketize_table('odd', 2, sensitive => '{"</td>"}', target => format('%I', } . quoted($table) . qq{))});
for my $options ([], [ '--private', '--seconds', 1, '--explore', '{"l": [2]}' ])
{
	($status, $file, $err) = report(qq{"$quoted_table"}, @owner, @$options);
	is($status, 0, "hostile: written @$options") or diag($err);
	$charts = charts($file, "hostile @$options");
	is($browser->value('document.title'), "$table: report on a release", 'hostile: the title is text');
	is($browser->value('document.images.length + document.querySelectorAll("main a, iframe, object, [onerror]").length'), 0, 'hostile: no element comes of it');
	is($browser->value('document.querySelector("h1").textContent'), $table, 'hostile: the name is text');
	my $chart = titled($charts, $attribute) or fail('hostile: no chart');
	my %seen = map { $_->[0] => $_->[-1] } @{ $chart->{rows} };
	is_deeply([ grep { !defined $seen{ length > 48 ? substr($_, 0, 48) . '…' : $_ } } @values ], [], 'hostile: values are text');
}
is($browser->value('document.querySelectorAll("svg script, svg image").length'), 0, 'hostile: nor of what is drawn');

# Rows of a chart by their names, figures of the column of that name.
sub column_of
{
	my ($chart, $name) = @_;
	my ($place) = grep { $chart->{head}[$_] eq $name } 1 .. $#{ $chart->{head} };
	return { map { $_->[0] => $_->[$place] } @{ $chart->{rows} } };
}

# Generalized values beside those of the source: nothing is lost here, so both are the same.
sql(q{CREATE TABLE mini AS SELECT 20 + i % 50 AS age, i % 2 = 0 AS smoker, CASE WHEN i % 10 <> 0 THEN (ARRAY['a', 'b'])[1 + i % 2] END AS sex,
		make_interval(hours => 1 + i % 2) AS lasted, date '2020-01-01' + i % 5 AS day, 'd' || i / 50 % 5 AS disease FROM generate_series(1, 500) i;
	SELECT generalize_table('mini', 5, target => 'mini_as_it_is', sensitive => '{disease}')});
for my $options ([], [ '--private', '--seconds', 1, '--seed', 1, '--sample', 200 ])
{
	($status, $file, $err) = report('mini_as_it_is', @owner, @$options);
	is($status, 0, "values as they are @$options") or diag($err);
	$charts = charts($file, "values as they are @$options");
	for my $attribute (qw(smoker lasted sex day))
	{
		my $chart = titled($charts, $attribute);
		my %seen = map { $_ => column_of($chart, $_) } @{ $chart->{head} }[ 1 .. $#{ $chart->{head} } ];
		is_deeply($seen{Source}, $seen{Release}, "values as they are: $attribute is the same in source and release") if @$options;
		is(scalar(keys %{ $seen{ $chart->{head}[-1] } }), sql("SELECT count(DISTINCT COALESCE($attribute\::text, '')) FROM mini"), "values as they are: each of $attribute once");
	}
	my @pairs = grep { /^pair-\d+-published$/ } keys %$charts;
	cmp_ok(scalar @pairs, '>', 2, 'values as they are: there are pairs');
	is(join(' ', map { @{ $charts->{$_}{head} }[ 1 .. $#{ $charts->{$_}{head} } ], map { $_->[0] } @{ $charts->{$_}{rows} } } @pairs) =~ /(?:^| )NULL(?: |$)/, '', 'values as they are: NULL is missing');
	next unless @$options;
	for my $pair (@pairs)
	{
		(my $source = $pair) =~ s/published/source/;
		is_deeply($charts->{$source}{rows}, $charts->{$pair}{rows}, "values as they are: $pair is the same in source and release");
	}
	my $correlations = decode_json(encode_utf8($browser->value(
		q{JSON.stringify(Array.from(document.querySelectorAll('#correlations tbody tr'), (r) => [r.cells[0].textContent, r.cells[1].dataset.v, r.cells[2].dataset.v]))})));
	is_deeply([ map { $_->[0] } grep { abs($_->[1] - $_->[2]) > 0.1 } @$correlations ], [], 'values as they are: correlations are those of the source');
}

# Labels that differ by what they cover are no more correlated for it than their values.
sql(q{SELECT setseed(0.5);
	CREATE TABLE independent AS SELECT 20 + (random() * 59)::integer AS age, (ARRAY['a', 'b', 'c'])[1 + (random() * 2.9)::integer % 3] AS kind, (1000 * random())::integer AS pay,
		'd' || (random() * 5)::integer AS disease FROM generate_series(1, 400) i;
	SELECT generalize_table('independent', 8, target => 'independent_classes', sensitive => '{disease}', seed => 1)});
($status, $file) = report('independent_classes', @owner);
charts($file, 'independent values');
my @correlations = @{ decode_json(encode_utf8($browser->value(q{JSON.stringify(Array.from(document.querySelectorAll('#correlations tbody tr'), (r) => Number(r.cells[1].dataset.v)))}))) };
cmp_ok(scalar @correlations, '>', 2, 'independent values: there are correlations');
is_deeply([ grep { $_ > 0.15 } @correlations ], [], 'independent values: none is large');

# What a reader may check of an edition is its structure.
sql(q{CREATE SCHEMA research; GRANT USAGE ON SCHEMA research TO reader;
	SELECT create_series('research', 'persons', 'bucketization', '{"sensitive": ["disease"]}', subject => '{id}', view => 'research.patients');
	SELECT count(*) FROM publish_series('research');
	CREATE TABLE stays AS SELECT p.id, p.sex, p.age, n AS day, 'disease ' || (p.id / 3 + n * n) % 9 AS disease FROM patients p, generate_series(1, 1 + p.id % 3) n;
	SELECT create_series('stays', 'stays', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["day"], "rows": "growing"}', subject => '{id}', m => 3, view => 'research.stays');
	SELECT count(*) FROM publish_series('stays');
	GRANT SELECT ON research.patients, research.stays TO reader});
sub json_report
{
	my ($relation, @options) = @_;
	my ($out, $err) = ('', '');
	my $written = "$directory/page" . ++$pages . '.html';
	IPC::Run::run([ 'microdata', 'report', '-q', $relation, '-o', $written, '--json', @options ], '<', \undef, '>', \$out, '2>', \$err);
	return (decode_json($out), slurp_file($written));
}
for my $case ([ 'research.patients', @reader ], [ 'research.stays', @reader ], [ 'research.stays', @owner ], [ 'stays_1', @owner, '--private', '--seconds', 1 ])
{
	my ($document, $page) = json_report(@$case);
	is($document->{exit_code}, 0, "@$case[0, -1]: written") or diag(explain $document);
	ok(exists $document->{result}{verified} && !defined $document->{result}{verified}, "@$case[0, -1]: whether it is verified is not known");
	like($page, qr/<strong id="verified">(?:structure checked<.strong>\s*<span>not verified against the source|not verified<)/, "@$case[0, -1]: which the page says");
	unlike($page, qr/computed again from the release and its source/, "@$case[0, -1]: and nothing else");
}
my ($document, $page) = json_report('research.patients', @owner);
is($document->{result}{verified}, JSON::PP::true, 'who may read the source has it verified');
like($page, qr/computed again from the release and its source/, 'which the page says');
my ($printed, $said) = ('', '');
IPC::Run::run([ 'microdata', 'report', 'research.patients', '-o', '-', '--json', @owner ], '<', \undef, '>', \$printed, '2>', \$said);
is(($? >> 8) . ' ' . decode_json($printed)->{exit_code}, '1 1', 'a page and a document do not both fit into standard output');

# A value * at the level of values is one value, not all of them.
sql(q{CREATE TABLE starred AS SELECT i AS id, (ARRAY['*', 'x', 'y'])[1 + i % 3] AS mark, 'd' || i % 4 AS finding FROM generate_series(1, 240) i;
	SELECT generalize_table('starred', 5, target => 'starred_0', sensitive => '{finding}', identifiers => '{id}', recoding => 'full-domain');
	SELECT generalize_table('starred', 200, target => 'starred_1', sensitive => '{finding}', identifiers => '{id}', recoding => 'full-domain')});
for my $level (0, 1)
{
	(undef, $page) = json_report("starred_$level", @owner);
	my $as_they_are = $page =~ /All attributes are published with their values as they are/ ? 1 : 0;
	is($as_they_are, 1 - $level, "full-domain, level $level: * is " . ($level ? 'all values' : 'a value'));
}

# Labels from a table that everybody may use are described with their values.
sql(q{CREATE TABLE marks AS SELECT * FROM (VALUES ('*', 'first', 'any'), ('x', 'first', 'any'), ('y', 'second', 'any')) m (level0, level1, level2);
	SELECT create_hierarchy('marks', 'marks'), grant_hierarchy('marks', 'public');
	SELECT generalize_table('starred', 100, target => 'marked', sensitive => '{finding}', identifiers => '{id}', recoding => 'full-domain', hierarchies => '{"mark": "marks"}', suppress => 0.4)});
(undef, $page) = json_report('marked', @owner);
like($page, qr/Most is lost of mark/, 'a label of two values is no value as it is');

($status, undef, $err) = report('nowhere', @owner);
is($status, 3, 'what is not there is an error');
like($err, qr/relation "nowhere" does not exist/, 'which says so');
is((report('odd', @owner))[0], 3, 'so is a table that is no release');

done_testing();
