# A Friday afternoon of a hospital's DBA: 20 tables of all sorts of types, and 50,000 visits that five analysts are to have by the weekend. Advice,
# one release with harmless values, grants, answers with their errors, audits and a report, each as the pages write it; all within two minutes
# of processor time.
# Rooms: src sql
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $patients = $ENV{CHECK_ALL} ? 25_000 : 5_000;
my $node = new_node('friday', 'pg_microdata.quick_attack = on', "pg_microdata.unclassified = 'error'", "pg_microdata.republish = 'warn'");
my $sql = sub { return $node->safe_psql('postgres', $_[0]); };

# The tables: persons with their numbers, addresses and names; visits with what happened; and what hospitals keep beside them.
$sql->(qq{
	SET client_min_messages = error;
	CREATE TYPE urgency AS ENUM ('elective', 'urgent', 'emergency');
	CREATE DOMAIN icd10 AS text CHECK (VALUE ~ '^[A-Z][0-9]{2}');
	CREATE TABLE diagnoses (icd icd10 PRIMARY KEY, label text, chapter char(1));
	INSERT INTO diagnoses SELECT code, 'label of ' || code, left(code, 1) FROM unnest('{J06,A09,C34,E11,F32,G43,I10,I21,K35,M54,N39,R07,S52,Z99}'::text[]) code;
	CREATE TABLE wards (ward smallint PRIMARY KEY, name text, beds integer, phone text);
	INSERT INTO wards SELECT i, 'ward ' || i, 20 + i, '+49 30 1000' || i FROM generate_series(1, 12) i;
	CREATE TABLE physicians (physician integer PRIMARY KEY, family_name text, hired date, ward smallint REFERENCES wards);
	INSERT INTO physicians SELECT i, 'Family ' || i, date '2000-01-01' + i * 20, 1 + i % 12 FROM generate_series(1, 200) i;
	CREATE TABLE patients (patient_id bigint PRIMARY KEY, family_name text, given_name text, born date, sex char(1), zip text, insurance_number uuid DEFAULT gen_random_uuid(), email text, organ_donor boolean);
	INSERT INTO patients SELECT i, 'Family ' || i % 4000, 'Given ' || i % 300, date '1930-01-01' + (hashint4(i) & 32767) % 30000, CASE hashint4(i + 1) & 1 WHEN 0 THEN 'F' ELSE 'M' END,
		'10' || lpad(((hashint4(i + 2) & 127) % 90)::text, 3, '0'), gen_random_uuid(), 'p' || i || '\@example.org', i % 3 = 0 FROM generate_series(1, $patients) i;
	CREATE TABLE visits (visit_id bigint PRIMARY KEY, patient_id bigint REFERENCES patients, ward smallint REFERENCES wards, physician integer REFERENCES physicians, arrived timestamptz, stay interval, how urgency, icd icd10 REFERENCES diagnoses, cost numeric(10, 2), vitals jsonb, notes text);
	INSERT INTO visits
		SELECT row_number() OVER (), patient_id, 1 + (hashint4((patient_id * 16 + v)::integer) & 1023) % 12, 1 + (hashint4((patient_id * 16 + v + 7000000)::integer) & 1023) % 200,
			timestamptz '2026-01-01' + make_interval(days => (hashint4((patient_id * 16 + v + 1000000)::integer) & 255)), make_interval(days => (hashint4((patient_id * 16 + v + 2000000)::integer) & 7)),
			(enum_range(NULL::urgency))[1 + (hashint4((patient_id * 16 + v + 3000000)::integer) & 1023) % 3],
			CASE WHEN draw < 17 THEN 'J06' WHEN draw < 23 THEN NULL ELSE (ARRAY['A09', 'C34', 'E11', 'F32', 'G43', 'I10', 'I21', 'K35', 'M54', 'N39', 'R07', 'S52', 'Z99'])[1 + draw % 13] END,
			100 + (hashint4((patient_id * 16 + v + 5000000)::integer) & 4095), '{"pulse": 70}', 'text of visit'
		FROM (SELECT patient_id, v, (hashint4((patient_id * 16 + v + 4000000)::integer) & 65535) % 100 AS draw
			FROM patients, generate_series(1, 1 + (hashint4(patient_id::integer + 9) & 1023) % 3) v) d;
	CREATE TABLE addresses (patient_id bigint REFERENCES patients, street text, location point);
	CREATE TABLE beds (bed integer PRIMARY KEY, ward smallint REFERENCES wards, size box);
	CREATE TABLE devices (device inet PRIMARY KEY, hardware macaddr, ward smallint);
	CREATE TABLE drugs (drug varchar(20) PRIMARY KEY, dose float8, doses numrange);
	CREATE TABLE prescriptions (visit_id bigint REFERENCES visits, drug varchar(20) REFERENCES drugs, period daterange);
	CREATE TABLE laboratory (visit_id bigint, taken timestamp, measured float4[], unit name);
	CREATE TABLE images (visit_id bigint, image bytea, taken time);
	CREATE TABLE letters (visit_id bigint, letter text, document xml);
	CREATE TABLE insurers (insurer oid, name text, rate money);
	CREATE TABLE shifts (physician integer REFERENCES physicians, shift tstzrange);
	CREATE TABLE rooms (room bit(8), ward smallint, lights bit varying(8));
	CREATE TABLE searches (words tsvector, query tsquery);
	CREATE TABLE changes (at pg_lsn, who regrole);
	CREATE TABLE allergies (patient_id bigint, allergies text[]);
	CREATE TABLE events (event jsonb, path jsonpath);
	CREATE TABLE counters (i int8, j int4, k int2);
	CREATE VIEW research_visits AS
		SELECT v.patient_id, p.sex, extract(year FROM p.born)::integer AS birth_year, left(p.zip, 4) AS zip, date_trunc('month', v.arrived)::date AS month, v.ward, v.how, v.icd
		FROM visits v JOIN patients p USING (patient_id)});
is($sql->(q{SELECT count(*) >= 20 FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace}), 't', 'there are 20 tables');
my $visits = $sql->('SELECT count(*) FROM visits');
cmp_ok($visits, '>', 1.9 * $patients, 'there are visits');

my $session = $node->background_psql('postgres', on_error_stop => 1);
answer($session, 'SET client_min_messages = error');
my $time = q{SELECT 'at ' || split_part(pg_read_file('/proc/self/schedstat', 0, 1000), ' ', 1);};
my @spent;
# What the one session answers. The processor time of the server is added up.
my $ask = sub {
	my ($statement) = @_;
	my $out = answer($session, "$time $statement; $time");
	my @at = $out =~ /^at (\d+)$/mg;
	push @spent, ($at[1] - $at[0]) / 1e9;
	return join "\n", grep { !/^at \d+$/ } split /\n/, $out;
};

# Advice: what identifies, what is sensitive, who a person is. The common cold and no diagnosis are no secret to this hospital.
my $advice = $ask->(q{SELECT about || ': ' || advice FROM advise('research_visits', subject => '{patient_id}', seed => 1) WHERE part = 'role'});
like($advice, qr/^icd: sensitive/m, 'advice: the diagnosis is sensitive');
like($advice, qr/^birth_year: quasi-identifier/m, 'advice: the year of birth is known');
$ask->(q{SELECT declare_roles('research_visits', sensitive => '{icd}', subject => '{patient_id}', quasi_identifiers => '{sex,birth_year,zip,month,ward,how}', harmless => '{"icd": ["J06", null]}')});
$ask->('CREATE SCHEMA research; CREATE ROLE analyst LOGIN; GRANT USAGE ON SCHEMA research TO analyst');
$ask->(q{SELECT bucketize_table('research_visits', 5, suppress => 0.1, target => 'research.visits')});
my $published = $ask->('SELECT count(*) FROM research.visits');
cmp_ok($published, '>=', 0.9 * $visits, "l = 5 by person: $published of $visits visits are published");
is($ask->(q{SELECT string_agg(attname, ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = 'research.visits'::regclass AND attnum > 0}), 'bucket,person,sex,birth_year,zip,month,ward,how,icd', 'one table with the columns of the source');
is($ask->(q{SELECT string_agg(requirement, '; ') FROM verify_release('research.visits') WHERE holds IS NOT TRUE AND requirement !~ '^no bound is held'}), '', 'all that is promised holds');
$ask->('GRANT SELECT ON research.visits, research.visits_expected TO analyst');

# Five analysts ask what they would ask of the source. An answer is as far from the truth as its error says, but for the suppressed rows.
my @questions = (
	[ 'flu by ward', q{'{ward}', '{"icd": "I10"}'}, q{SELECT jsonb_build_object('ward', ward), count(*) FILTER (WHERE icd = 'I10') FROM research_visits GROUP BY ward} ],
	[ 'urgency by sex', q{'{how,sex}'}, q{SELECT jsonb_build_object('how', how, 'sex', sex), count(*) FROM research_visits GROUP BY how, sex} ],
	[ 'the old with diabetes', q{'{sex}', '{"icd": "E11", "birth_year": {"<": 1960}}'}, q{SELECT jsonb_build_object('sex', sex), count(*) FILTER (WHERE icd = 'E11' AND birth_year < 1960) FROM research_visits GROUP BY sex} ],
	[ 'no diagnosis by month', q{'{month}', '{"icd": null}'}, q{SELECT jsonb_build_object('month', month), count(*) FILTER (WHERE icd IS NULL) FROM research_visits GROUP BY month} ],
	[ 'persons by urgency', q{'{how}', measures => '{persons}'}, q{SELECT jsonb_build_object('how', how), count(DISTINCT patient_id) FROM research_visits GROUP BY how} ]);
for (@questions)
{
	my ($what, $arguments, $truth) = @$_;
	my $far = $ask->(qq{
		SET ROLE analyst;
		CREATE TEMPORARY TABLE answers AS SELECT * FROM estimate('research.visits', $arguments);
		RESET ROLE;
		SELECT count(*) > 0, bool_and(standard_error IS NOT NULL), max(abs(a.estimate - t.n) / (4 * a.standard_error + $visits - $published + 1)) <= 1
		FROM answers a JOIN ($truth) t (g, n) ON t.g = a.groups; DROP TABLE answers});
	is($far, 't|t|t', "an analyst asks: $what");
}

my $audits = $ask->(q{SELECT audit || ': ' || COALESCE(left(sentence, 8), '') FROM (SELECT DISTINCT ON (audit) audit, finding AS sentence FROM audit('research.visits', seed => 1) ORDER BY audit) a});
like($audits, qr/^$_: (?!Not done)/m, "$_ is done") for qw(audit_inference audit_linkability audit_membership audit_singling_out);
like($ask->(q{SELECT string_agg(measure, ' ') FROM utility('research.visits')}), qr/\w/, 'utility is measured');
$session->quit;

my ($out, $err) = ('', '');
my $page = PostgreSQL::Test::Utils::tempdir() . '/visits.html';
IPC::Run::run([ client_program(), 'report', '-q', 'research.visits', '-o', $page, '-h', $node->host, '-p', $node->port, '-d', 'postgres' ], '<', \undef, '>', \$out, '2>', \$err);
is($? >> 8, 0, 'the report is written') or diag($err);
like(slurp_file($page), qr/no bound is held|No bound holds/i, 'the report names what is harmless');

my $all = 0;
$all += $_ for @spent;
diag(sprintf '%d visits: %.0f s of the server', $visits, $all);
cmp_ok($all, '<', 120, 'within two minutes');

done_testing();
