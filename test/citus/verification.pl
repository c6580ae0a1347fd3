# Distributed releases are verified where their rows are: the workers find what the coordinator finds that reads all rows
# itself, of releases of many kinds and of changed ones, and for nobody more than that.
use strict;
use warnings;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;
use CitusNodes;

my ($coordinator, @workers) = new_nodes('verification', 'restart_after_crash = on', 'citus.recover_2pc_interval = 1s', 'track_activity_query_size = 100000');
my @nodes = ($coordinator, @workers);
people($coordinator, 'people', 6000);
$coordinator->safe_psql('postgres', q{
	CREATE TABLE visits AS SELECT row_number() OVER () AS id, * FROM people;
	UPDATE visits SET age = NULL WHERE id % 97 = 0;
	UPDATE visits SET job = NULL WHERE id % 89 = 0;
	UPDATE visits SET sex = 'it''s "\\' WHERE id % 83 = 0;
	SELECT create_distributed_table('visits', 'id');
	DROP TABLE people;
	SELECT create_interval_hierarchy('decades', 0, 100, '{5,10,50}');
	CREATE TABLE trades AS SELECT DISTINCT job AS level0, 'trade "' || left(job, 5) AS level1, 'any' AS level2 FROM visits WHERE job IS NOT NULL;
	SELECT create_hierarchy('trades', 'trades');
	CREATE TABLE wards AS SELECT DISTINCT disease AS level0, 'ward ' || ascii(right(disease, 1)) % 3 AS level1, 'any' AS level2 FROM visits;
	SELECT create_hierarchy('wards', 'wards'), declare_hierarchy('visits', 'disease', 'wards')});

my $everything = q{SELECT 'v', v::text FROM verify_release('%1$s') v UNION ALL SELECT 'd', d::text FROM disclosure('%1$s') d};
# Rows come to the coordinator in a cursor's columns, without an aggregate around them; a sample is looked at for attributes that determine
# a sensitive one.
my $asked = qr/microdata\.audit_region\('(?:verification|disclosure)'/;
my $pulled = qr/DEBUG:\s+Collecting INSERT|issuing SELECT (?!.*(?:count|min|sum|audit_region|worker_partition_query_result|random)\().* FROM public\.(?:visits|[a-z]+_release(?:_qit|_st)?)_\d+/;

# Sums depend on the order of rows in the last digits, and so does which of several buckets that are as far from the table is
# the farthest.
sub to_ten_digits
{
	my ($findings) = @_;
	$findings =~ s/(\d+\.\d{9,})/sprintf '%.10g', $1/ge;
	return $findings =~ s/^(.*(?:t_closeness|beta_likeness|delta_disclosure).*""bucket"": )\d+/$1/gmr;
}

# The findings of both ways, which are to be the same; those of the workers.
sub same_findings
{
	my ($what, $statement, %options) = @_;
	$options{before} //= '';
	$options{after} //= '';
	my $there = said_by($coordinator, "$options{before} $watched $statement; $options{after}");
	said($asked, "$what: the workers are asked");
	# Citus computes nothing about the elements of a multiset.
	none_said($pulled, "$what: no rows come to the coordinator") unless $what eq 'sets';
	none_said(qr/ERROR/, "$what: without an error");
	my $here = said_by($coordinator, "$by_coordinator $options{before} $watched $statement; $options{after}");
	none_said($asked, "$what: nor are they otherwise");
	said($pulled, "$what: then rows do");
	is(to_ten_digits($there), to_ten_digits($here), "$what: the same findings");
	return $there;
}

my $all = q{sensitive => '{disease}', identifiers => '{id}', regions => 6, seed => 1};
my %call = (
	plain => qq{slice_table('visits', 2, 2, $all},
	three => qq{slice_table('visits', 3, 2, $all},
	grouped => qq{slice_table('visits', 2, 3, $all, groups => '{"age, sex, town", "income, children, job, postcode", disease}', insensitive => '{income}'},
	diverse => qq{slice_table('visits', 2, 2, $all, privacy => ARRAY[l_diversity(2, 'entropy'), k_anonymity(3)]},
	close => qq{slice_table('visits', 2, 2, $all, privacy => ARRAY[t_closeness(0.7), beta_likeness(6)]},
	delta => qq{slice_table('visits', 2, 3, $all, privacy => ARRAY[delta_disclosure(2.5)]},
	suppressed => qq{slice_table('visits', 2, 6, $all, groups => '{"age, sex, town, income, children, job, postcode", disease}', suppress => 0.05, infeasible => 'suppress'},
	oblivious => qq{slice_table('visits', 2, 3, $all, cuts => 'oblivious', groups => '{"age, sex, town, income, children", "job, postcode", disease}'},
	two => qq{slice_table('visits', 2, 2, sensitive => '{disease,job}', identifiers => '{id}', regions => 4, seed => 1},
	named => qq{slice_table('visits', 2, 2.5, $all},
	buckets => qq{bucketize_table('visits', 3, $all},
	ranges => qq{generalize_table('visits', 4, 2, $all, quasi_identifiers => '{age,sex,children}', insensitive => '{income,town,job,postcode}'},
	apart => qq{bucketize_table('visits', 3, $all, format => 'anatomy'},
	both => qq{bucketize_table('visits', 2, sensitive => '{disease, job}', identifiers => '{id}', regions => 4, seed => 1, format => 'anatomy', method => 'mondrian', privacy => ARRAY[t_closeness(0.8)]},
	labels => qq{generalize_table('visits', 4, 2, $all, hierarchies => '{"age": "decades", "job": "trades"}', insensitive => '{income,town,postcode}'},
	sets => qq{generalize_table('visits', 4, 2, $all, hierarchies => '{"age": "decades", "job": "trades"}', insensitive => '{income,town,postcode}', recoding => 'multiset'},
	far => qq{slice_table('visits', 2, 2, $all, privacy => ARRAY[t_closeness(0.6, 'hierarchical')]},
);

# Releases that are made on the coordinator are distributed by who owns them.
sub publish
{
	my ($release) = @_;
	said_by($coordinator, "SELECT $call{$release}, target => '${release}_release')");
	none_said(qr/ERROR/, "$release: published");
	my $column = $release eq 'ranges' ? 'age' : 'bucket';
	if ($coordinator->safe_psql('postgres', "SELECT count(*) FROM pg_dist_partition WHERE logicalrelid = ANY (ARRAY(SELECT unnest(relations) FROM microdata.releases WHERE '${release}_release'::regclass = ANY (relations)))") eq '0')
	{
		$column = 'sex' if $release eq 'ranges';
		$coordinator->safe_psql('postgres', "SELECT create_distributed_table('${release}_release', '$column')");
	}
	return;
}

# Releases that are looked at below, and one in four of the others.
my %below = map { $_ => 1 } qw(apart buckets close far grouped labels named plain suppressed);
my @published = sort keys %below, in_turn(4, grep { !$below{$_} } sort keys %call);
for my $release (@published)
{
	publish($release);
	cmp_ok($coordinator->safe_psql('postgres', "SELECT jsonb_array_length(parameters #> '{regions,source_rows}') FROM microdata.releases WHERE '${release}_release'::regclass = ANY (relations)"), '>', 1, "$release: several regions");
	my $found = same_findings($release, sprintf($everything, "${release}_release"));
	cmp_ok(scalar(grep { /^v\|/ } split /\n/, $found), '>', 4, "$release: there is something to find");
	like($found, qr/^d\|\([1-9]/m, "$release: and to disclose");
	is($coordinator->safe_psql('postgres', "SELECT string_agg(v::text, '; ') FROM verify_release('${release}_release') v WHERE NOT holds"), '', "$release: all holds");
}
is($coordinator->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname LIKE 'microdata_scratch%'}), 0, 'no scratch table is left');
nothing_prepared('verified', @nodes);

# Counts are estimated where the rows are, region by region, and added.
my $counted = qr/microdata\.audit_region\(/;
for my $release (in_turn(2, 'buckets', 'grouped', 'named', 'plain', 'suppressed'))
{
	for my $predicate ('{}', '{"disease": ["disease 3", "disease 4"]}', '{"age": {"between": [30, 50]}, "sex": ["F"], "disease": ["disease 3"]}', '{"job": [null], "town": ["no town"]}', q({"sex": ["it''s \"\\\\"]}))
	{
		my $estimate = "SELECT round(estimate_count('${release}_release', '$predicate', 'mixed')::numeric, 6)";
		my $there = said_by($coordinator, "$watched $estimate");
		said($counted, "$release: $predicate is counted where the rows are");
		like($there, qr/^\d/, "$release: $predicate has an estimate");
		is(said_by($coordinator, "$by_coordinator $estimate"), $there, "$release: $predicate is estimated as by the coordinator");
	}
	is(said_by($coordinator, "SELECT round(estimate_count('${release}_release', '{}')) = count(*) FROM visits"), 't', "$release: all rows are counted");
}
for my $predicate ('{"nothing": ["1"]}', '{"age": ["young"]}')
{
	my @errors = map { my ($error) = error_of($coordinator, "SET pg_microdata.inspect_on_workers = $_; SELECT estimate_count('plain_release', '$predicate')"); $error =~ s/\nCONTEXT:.*//sr } 'on', 'off';
	like($errors[0], qr/ERROR/, "$predicate is an error");
	is($errors[0], $errors[1], "$predicate: the same one");
}

# What is changed is found, and the same is found. A release is changed in a transaction that is rolled back, so that what is
# not committed is seen as well.
# The row lies below the first cut.
my ($cut, $below) = split /\|/, $coordinator->safe_psql('postgres', q{SELECT parameters #>> '{regions,tree,0,column}', parameters #>> '{regions,tree,0,below}' FROM microdata.releases WHERE 'plain_release'::regclass = ANY (relations)});
my $row = qq{WHERE (age, income, postcode) = (SELECT age, income, postcode FROM plain_release WHERE $cut < '$below' ORDER BY bucket, income, postcode LIMIT 1)};
my %change = (
	'a row is moved to another region' => [ "UPDATE plain_release SET $cut = (SELECT max($cut) FROM plain_release) $row", 'regions match source rows' ],
	'a value lies outside of all that there are' => [ "UPDATE plain_release SET income = -1 $row", 'group values match the source' ],
	'a row is missing' => [ "DELETE FROM plain_release $row", 'all source rows are accounted for' ],
	'a row is doubled' => [ "CREATE TEMPORARY TABLE one AS SELECT * FROM plain_release $row; INSERT INTO plain_release SELECT * FROM one", 'all source rows are accounted for' ],
	'a sensitive value is changed' => [ "UPDATE plain_release SET disease = 'disease 99' $row", 'buckets match source rows' ],
	'buckets become one' => [ 'UPDATE plain_release SET disease = (SELECT min(disease) FROM visits) WHERE age < 30', 'row-weighted l-diversity of "disease"' ],
	'a row is put into a bucket of another region' =>
	  [ "CREATE TEMPORARY TABLE one AS SELECT * FROM plain_release $row; DELETE FROM plain_release $row; UPDATE one SET bucket = (SELECT max(bucket) FROM plain_release WHERE $cut >= '$below'); INSERT INTO plain_release SELECT * FROM one",
		'regions do not overlap' ],
	'a value is NULL' => [ "UPDATE plain_release SET $cut = NULL $row", 'regions match source rows' ],
	'the source has another row' => [ 'INSERT INTO visits SELECT 1000000, age, income, town, sex, children, job, postcode, disease FROM plain_release ' . $row, 'regions match source rows' ],
	'a region is recorded with other rows' => [ q{UPDATE microdata.release_record SET parameters = jsonb_set(parameters, '{regions,source_rows,2}', '7') WHERE 'plain_release'::regclass = ANY (relations)}, 'regions match source rows' ],
);
for my $what (in_turn(2, sort keys %change))
{
	my ($statement, $requirement) = @{ $change{$what} };
	my $found = same_findings($what, q{SELECT 'v', v::text FROM verify_release('plain_release') v}, before => "BEGIN; $statement;", after => 'ROLLBACK');
	like($found, qr/^v\|\("?"?\Q@{[ $requirement =~ s{"}{""}gr ]}\E"?"?,[^,]*,[^,]*,f,/m, "$what: $requirement");
}
is($coordinator->safe_psql('postgres', q{SELECT bool_and(holds) FROM verify_release('plain_release')}), 't', 'what is rolled back is not there');
my $bucket = q{bucket = (SELECT min(bucket) FROM apart_release_qit)};
my %change_of = (
	'a count is changed' => [ 'apart', qq{UPDATE apart_release_st SET count = count + 1 WHERE $bucket}, q{counts match bucket sizes} ],
	'a counted value is changed' => [ 'apart', qq{UPDATE apart_release_st SET disease = 'none' WHERE $bucket}, 'group values match the source' ],
	'a value is counted for a bucket without rows' => [ 'apart', q{INSERT INTO apart_release_st VALUES (2000000000, 'disease 1', 1)}, 'regions match source rows' ],
	'a counted value is missing' => [ 'apart', "DELETE FROM apart_release_st WHERE $bucket", q{counts match bucket sizes} ],
	'a row beside counts is missing' => [ 'apart', 'DELETE FROM apart_release_qit WHERE (age, income, postcode) = (SELECT age, income, postcode FROM apart_release_qit WHERE age IS NOT NULL ORDER BY 2 LIMIT 1)', 'all source rows are accounted for' ],
	'a label is another' => [ 'labels', q{UPDATE labels_release SET age = '[0,5)' WHERE age = '[40,45)'}, 'equivalence classes match source rows' ],
	'a label is none of the hierarchy' => [ 'labels', q{UPDATE labels_release SET age = '[41,42)' WHERE age = '[40,45)'}, 'equivalence classes match source rows' ],
	'all have a disease of the same ward' => [ 'far', q{UPDATE far_release SET disease = 'disease 3' WHERE age < 30}, q{t_closeness(0.6, 'hierarchical') of "disease" in every bucket on hierarchy "wards"} ],
);
for my $what (in_turn(2, sort keys %change_of))
{
	my ($release, $statement, $requirement) = @{ $change_of{$what} };
	my $found = same_findings($what, "SELECT 'v', v::text FROM verify_release('${release}_release') v", before => "BEGIN; $statement;", after => 'ROLLBACK');
	like($found =~ s/"//gr, qr/^v\|\(\Q@{[ $requirement =~ s{"}{}gr ]}\E,[^,]*,[^,]*,f,/m, "$what: $requirement");
}
for my $way ('on', 'off')
{
	my ($error) = error_of($coordinator, qq{SET pg_microdata.inspect_on_workers = $way; BEGIN; ALTER TABLE plain_release DROP COLUMN bucket CASCADE; SELECT * FROM verify_release('plain_release')});
	like($error, qr/ERROR/, "without buckets nothing can be found: $way");
}

# Without the source.
$coordinator->safe_psql('postgres', 'CREATE TABLE visits_again AS SELECT * FROM visits; DROP TABLE visits');
my $found = same_findings('without the source', q{SELECT v::text FROM verify_release('close_release') v});
like($found, qr/in every bucket/, 'something is found');
$coordinator->safe_psql('postgres', qq{SELECT drop_release('${_}_release')}) for @published;
$coordinator->safe_psql('postgres', q{ALTER TABLE visits_again RENAME TO visits; SELECT create_distributed_table('visits', 'id')});
publish('plain');

# Who may read both, and make tables in the schema, has them verified by workers. Who may not make tables, or is in a
# transaction that must not write, is told the same by the coordinator; who may not read both, nothing.
$coordinator->safe_psql('postgres', q{
	CREATE ROLE reader LOGIN; CREATE ROLE maker LOGIN; CREATE ROLE stranger LOGIN;
	GRANT CREATE, USAGE ON SCHEMA public TO maker, stranger;
	GRANT SELECT ON plain_release TO reader, maker, stranger;
	GRANT SELECT (age, income, town, sex, children, job, postcode, disease) ON visits TO reader, maker});
my $expected = said_by($coordinator, sprintf($everything, 'plain_release'));
is(said_by($coordinator, "$watched SET ROLE maker; " . sprintf($everything, 'plain_release')), $expected, 'who may not execute what workers are asked by finds the same');
none_said($asked, 'on the coordinator');
may_ask($coordinator, $_) for 'reader', 'maker', 'stranger';
is(said_by($coordinator, "$watched SET ROLE maker; " . sprintf($everything, 'plain_release')), $expected, 'who may make tables finds the same');
said($asked, 'on the workers');
is(said_by($coordinator, "$watched SET ROLE reader; " . sprintf($everything, 'plain_release')), $expected, 'who may not finds the same');
none_said($asked, 'on the coordinator');
is(said_by($coordinator, "$watched SET ROLE reader; SELECT estimate_count('plain_release', '{}')"), '6000', 'who may read the release alone has its counts');
none_said($counted, 'from the coordinator');
is(said_by($coordinator, "$watched BEGIN READ ONLY; " . sprintf($everything, 'plain_release') . '; COMMIT'), $expected, 'and so does a transaction that does not write');
none_said($asked, 'on the coordinator, too');
# What servers are told of a hierarchy stands in statements that whoever asks them may see.
publish('labels');
$coordinator->safe_psql('postgres', 'GRANT SELECT ON labels_release TO maker');
my $labels = said_by($coordinator, sprintf($everything, 'labels_release'));
is(said_by($coordinator, "$watched SET ROLE maker; " . sprintf($everything, 'labels_release')), $labels, 'who may not use a hierarchy finds the same');
none_said($asked, 'on the coordinator');
none_said(qr/trade ""/, 'which tells no server of it');
$coordinator->safe_psql('postgres', q{SELECT grant_hierarchy('trades', 'maker'), grant_hierarchy('decades', 'public')});
is(said_by($coordinator, "$watched SET ROLE maker; " . sprintf($everything, 'labels_release')), $labels, 'who may use it as well');
said($asked, 'on the workers');
for my $way ('on', 'off')
{
	my ($error) = error_of($coordinator, "SET pg_microdata.inspect_on_workers = $way; SET ROLE stranger; SELECT * FROM verify_release('plain_release')");
	like($error, qr/permission denied for the source of "plain_release"/, "who may not read the source is told nothing: $way");
}
$coordinator->safe_psql('postgres', 'ALTER TABLE visits ENABLE ROW LEVEL SECURITY');
my ($of_maker) = error_of($coordinator, q{SET ROLE maker; SELECT * FROM verify_release('plain_release')});
like($of_maker, qr/permission denied for the source of "plain_release"/, 'nor who is to see some rows only');
$coordinator->safe_psql('postgres', 'ALTER TABLE visits DISABLE ROW LEVEL SECURITY');

# What workers find does not depend on what else is there: a default privilege gives nobody the rows.
$coordinator->safe_psql('postgres', 'ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC');
is(said_by($coordinator, "$watched " . sprintf($everything, 'plain_release')), $expected, 'with default privileges');
said(qr/REVOKE/, 'which are revoked');
$coordinator->safe_psql('postgres', 'ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM PUBLIC');

# What goes wrong leaves nothing behind. A table that is large enough to be met while it is looked at.
people($coordinator, 'people', 100_000);
$coordinator->safe_psql('postgres', q{
	CREATE TABLE stays AS SELECT row_number() OVER () AS id, * FROM people;
	SELECT create_distributed_table('stays', 'id');
	DROP TABLE people;
	SELECT slice_table('stays', 2, 4, sensitive => '{disease}', identifiers => '{id}', regions => 3, seed => 1, target => 'stays_release')});
$expected = said_by($coordinator, sprintf($everything, 'stays_release'));
like($expected, qr/^d\|\(100000,/m, 'all persons are looked for');
my $looking = q{query LIKE '%audit_region%' AND query NOT LIKE '%pg_stat_activity%' AND state = 'active'};

# Sends a signal as soon as a worker looks at a region: to the backend of the coordinator, or to that of the worker. The worker's server
# sends it, as the region is through before a program of its own has begun. Returns what the caller was told.
sub stopped_while_looking
{
	my ($signal, $whose) = @_;
	my ($in, $out, $err) = ('', '', '');
	my $session = IPC::Run::start([ 'psql', '-X', '-At', '-v', 'ON_ERROR_STOP=1', '-d', $coordinator->connstr('postgres'), '-c', 'SELECT pg_backend_pid()', '-c', q{SELECT count(*) FROM verify_release('stays_release')} ],
		'<', \$in, '>', \$out, '2>', \$err);
	$session->pump until $out =~ /(\d+)\n/;
	my $pid = $whose eq 'coordinator' ? $1 : 'worker_pid';
	$workers[0]->psql('postgres', qq{DO \$\$ DECLARE
		worker_pid int;
	BEGIN
		FOR try IN 1 .. 10000 LOOP
			PERFORM pg_stat_clear_snapshot();
			SELECT a.pid INTO worker_pid FROM pg_stat_activity a WHERE $looking LIMIT 1;
			IF FOUND THEN
				EXECUTE format('COPY (SELECT) TO PROGRAM %L', 'kill -$signal ' || $pid);
				RETURN;
			END IF;
			PERFORM pg_sleep(0.001);
		END LOOP;
	END \$\$});
	IPC::Run::finish($session);
	return $err;
}

sub nothing_is_left
{
	my ($what) = @_;
	recovered($_) for @nodes;
	$coordinator->safe_psql('postgres', 'SELECT recover_prepared_transactions()');
	is(join(' ', map { $_->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname LIKE 'microdata_scratch%'}) } @nodes), '0 0 0', "$what: nothing is left");
	nothing_prepared($what, @nodes);
	is(said_by($coordinator, sprintf($everything, 'stays_release')), $expected, "$what: and the same is found again");
	return;
}

# It may be through with its regions before it is met.
my $told;
for (1 .. 10)
{
	$told = stopped_while_looking('INT', 'coordinator');
	last if $told =~ /ERROR/;
}
like($told, qr/canceling statement due to user request/, 'a call is cancelled');
nothing_is_left('cancelled');

for (1 .. 10)
{
	$told = stopped_while_looking('KILL', 'worker');
	last if $told =~ /ERROR/;
}
like($told, qr/ERROR/, 'a backend of a worker is killed');
nothing_is_left('killed');

# An attribute that determines the sensitive one is found in a sample of the workers' rows.
$coordinator->safe_psql(
	'postgres', q{
	CREATE TABLE coded AS SELECT id, age, sex, disease, 'code of ' || disease AS code FROM visits;
	SELECT create_distributed_table('coded', 'id');
	SELECT slice_table('coded', 2, 2, sensitive => '{disease}', identifiers => '{id}', quasi_identifiers => '{age,sex,code}', groups => '{"age, sex, code", disease}', regions => 4, target => 'coded_release', seed => 1)});
is($coordinator->safe_psql('postgres', q{SELECT holds, worst_case ->> 'sensitive', worst_case -> 'attributes' FROM verify_release('coded_release') WHERE requirement LIKE '%determine sensitive ones'}),
	'f|disease|["code"]', 'a code of the disease');

done_testing();
