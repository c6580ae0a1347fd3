# A physical standby: whatever reads works there as on its primary, whatever writes is refused by its name before any work,
# and a standby that is promoted publishes.
# Rooms: src/postgres/release src/postgres/catalog
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $primary = PostgreSQL::Test::Cluster->new('standby_primary');
$primary->init(allows_streaming => 1);
$primary->append_conf('postgresql.conf', "pg_microdata.republish = 'allow'\npg_microdata.unclassified = 'warn'");
$primary->start;
$primary->safe_psql('postgres', 'CREATE EXTENSION pg_microdata');
people($primary, 'people', 400);
$primary->safe_psql(
	'postgres', q{
	SET client_min_messages = error;
	CREATE ROLE analyst;
	SELECT declare_roles('people', sensitive => '{disease}');
	SELECT create_prefix_hierarchy('towns', '{5}'), declare_hierarchy('people', 'town', 'towns');
	SELECT add_privacy_rule('people', 'age, town -> disease', 4, 'by law');
	SELECT slice_table('people', 2, 3), bucketize_table('people', 3), generalize_table('people', 5), slice_table('people', 2, 3, target => 'regional', regions => 2);
	SELECT count(*) FROM gnf_decompose('people', 2);
	SELECT count(*) FROM fragment_table('people', 4, 'disease', l => 2);
	SELECT bucketize_table('people', 3, format => 'anatomy', target => 'counted');
	SELECT slice_table('people', 2, 3, target => 'gone');
	SELECT drop_release('gone');
	CREATE TABLE copied AS SELECT * FROM people_sliced;
	CREATE TABLE outsiders AS SELECT * FROM people LIMIT 10;
	CREATE TABLE patients AS SELECT i AS number, 20 + i % 50 AS age, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 'd' || i % 7 AS disease FROM generate_series(1, 210) i;
	SELECT create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{number}', 3, view => 'ward'), create_series('unused', 'patients', 'slicing', '{"sensitive": ["disease"], "columns": 2}', '{number}', 3);
	SELECT * FROM publish_series('ward');
	SELECT alter_series('ward', keep => 5);
	CALL run_series('ward');
	GRANT SELECT ON people_sliced, people_sliced_expected, ward TO analyst});

# Every function of the extension is on one of the two lists.
my %reads = (
	(map { $_ => "SELECT $_(2)" } qw(k_anonymity l_diversity beta_likeness)),
	alpha_k_anonymity => 'SELECT alpha_k_anonymity(0.5, 2)',
	(map { $_ => "SELECT $_(0.2)" } qw(t_closeness delta_disclosure)),
	rho_breach => 'SELECT rho_breach(0.1, 0.5)',
	belief_distance => q{SELECT belief_distance(0.5)},
	irreducible_privacy_rules => q{SELECT microdata.irreducible_privacy_rules('{"age, town -> disease"}')},
	expand_privacy_rules => q{SELECT * FROM microdata.expand_privacy_rules('{"age, town -> disease"}', '{"town -> sex"}')},
	functional_dependencies => q{SELECT * FROM microdata.functional_dependencies('people')},
	check_gnf => q{SELECT * FROM microdata.check_gnf('{"age, sex"}', '{"age -> disease"}')},
	release_description => q{SELECT release_description('people_sliced'), release_description('people_generalized'), release_description('ward')},
	verify_release => q{SELECT relations, v.* FROM microdata.releases, verify_release(relations[1]) v ORDER BY 1, requirement},
	verify_series => q{SELECT * FROM verify_series('ward')},
	disclosure => q{SELECT * FROM disclosure('people_sliced')},
	hierarchy_labels => q{SELECT * FROM hierarchy_labels('people', 'town') ORDER BY 1},
	utility => q{SELECT measure FROM utility('people_sliced') ORDER BY 1},
	kl_divergence => q{SELECT microdata.kl_divergence('people_gnf_1')},
	estimate_count => q{SELECT estimate_count('people_sliced', '{"age": {"between": [40, null]}}'), estimate_count('people_bucketized', '{"sex": "F"}'), estimate_count('people_generalized', '{"age": 40}'), estimate_count('ward', '{"sex": "F"}')},
	estimate => q{SELECT * FROM estimate('people_sliced', group_by => '{sex}', measures => '{count,avg(age)}')},
	relative_error => q{SELECT * FROM microdata.relative_error('people_sliced', 2, 0.3, 20, seed => 1)},
	information_loss => q{SELECT microdata.information_loss('people_generalized')},
	matching_buckets => q{SELECT * FROM matching_buckets('people_bucketized', (SELECT to_jsonb(p) - '{disease,postcode}'::text[] FROM people p LIMIT 1))},
	membership_likelihood => q{SELECT * FROM microdata.membership_likelihood('people_fragment_1', '{"age": 30}')},
	attribute_correlation => q{SELECT * FROM attribute_correlation('people')},
	attribute_partition => q{SELECT * FROM attribute_partition('people', 3)},
	classify => q{SELECT * FROM classify('people')},
	plan_regions => q{SELECT microdata.plan_regions('people', 2, l => 3, columns => 2, seed => 1)},
	slice_rows => q{SELECT count(*) FROM slice_rows(NULL::people, 2, 3, seed => 1)},
	bucketize_rows => q{SELECT count(*) FROM bucketize_rows(NULL::people, 3, seed => 1)},
	gnf_plan => q{SELECT * FROM microdata.gnf_plan('people', 2)},
	fragment_plan => q{SELECT * FROM microdata.fragment_plan('people', 'disease')},
	risk => q{SELECT * FROM risk('people')},
	audit_inference => q{SELECT * FROM audit_inference('people_sliced', seed => 1)},
	audit_membership => q{SELECT * FROM audit_membership('people_generalized', outsiders => 'outsiders')},
	audit_composition => q{SELECT * FROM audit_composition(source => 'people')},
	audit_minimality => q{SELECT * FROM audit_minimality('people_bucketized')},
	audit_singling_out => q{SELECT * FROM audit_singling_out('people_sliced', seed => 1)},
	audit_linkability => q{SELECT * FROM audit_linkability('people_sliced', '{age}', '{town}', seed => 1)},
	audit => q{SELECT * FROM audit('people_sliced', control => NULL, seed => 1)});
my %writes = (
	# What they publish is undone, but made.
	advise => q{SELECT * FROM advise('people')},
	explore => q{SELECT * FROM explore('people', 'slicing', '{"columns": [2], "l": [2]}', seed => 1)},
	slice_table => q{SELECT slice_table('people', 2, 3, replace => true)},
	bucketize_table => q{SELECT bucketize_table('people', 3, target => 'again')},
	generalize_table => q{SELECT generalize_table('people', 5, target => 'again')},
	gnf_decompose => q{SELECT gnf_decompose('people', 2, target => 'again')},
	fragment_table => q{SELECT fragment_table('people', 4, 'disease', target => 'again')},
	declare_roles => q{SELECT declare_roles('people', sensitive => '{disease}')},
	create_hierarchy => q{SELECT create_hierarchy('another', 'people')},
	create_interval_hierarchy => q{SELECT create_interval_hierarchy('another', 0, 100, '{5}')},
	create_prefix_hierarchy => q{SELECT create_prefix_hierarchy('another', '{2}')},
	create_date_hierarchy => q{SELECT create_date_hierarchy('another', '{month}')},
	drop_hierarchy => q{SELECT drop_hierarchy('towns')},
	declare_hierarchy => q{SELECT declare_hierarchy('people', 'town', 'towns')},
	grant_hierarchy => q{SELECT grant_hierarchy('towns', 'public')},
	revoke_hierarchy => q{SELECT revoke_hierarchy('towns', 'public')},
	add_privacy_rule => q{SELECT add_privacy_rule('people', 'sex -> disease', 2)},
	drop_privacy_rule => q{SELECT drop_privacy_rule(rule_id) FROM microdata.privacy_rules},
	register_release => q{SELECT register_release('copied', 'people', 'slicing', groups => '{"age"}', sensitive => '{disease}', l => 3)},
	drop_release => q{SELECT drop_release('people_sliced')},
	republish_partitions => q{SELECT republish_partitions('people_sliced', '{people}')},
	forget_release => q{SELECT microdata.forget_release(release_id, 'a trial') FROM microdata.ledger WHERE ended = 'dropped'},
	create_series => q{SELECT create_series('another', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{number}', 3)},
	alter_series => q{SELECT alter_series('ward', keep => 2)},
	publish_series => q{SELECT * FROM publish_series('ward')},
	run_series => q{CALL run_series('ward')},
	approve_edition => q{SELECT approve_edition('ward', 1)},
	drop_edition => q{SELECT drop_edition('ward', 1)},
	schedule_series => q{SELECT schedule_series('ward', '0 3 * * 0')},
	unschedule_series => q{SELECT unschedule_series('ward')},
	drop_series => q{SELECT drop_series('unused')});
is(join(' ', sort keys %reads, keys %writes), $primary->safe_psql('postgres', q{
	SELECT string_agg(DISTINCT p.proname, ' ' ORDER BY p.proname) FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
	WHERE d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_microdata') AND (p.pronamespace = 'public'::regnamespace OR p.proname = ANY ('{check_gnf,expand_privacy_rules,forget_release,fragment_plan,functional_dependencies,gnf_plan,information_loss,irreducible_privacy_rules,kl_divergence,membership_likelihood,plan_regions,relative_error}'))}), 'all functions are known here');

$primary->backup('copy');
my $standby = PostgreSQL::Test::Cluster->new('standby_copy');
$standby->init_from_backup($primary, 'copy', has_streaming => 1);
$standby->append_conf('postgresql.conf', 'hot_standby_feedback = on');
$standby->start;
$primary->safe_psql('postgres', q{SET client_min_messages = error; SELECT slice_table('people', 2, 4, target => 'streamed')});
$primary->wait_for_catchup($standby, 'replay', $primary->lsn('insert'));

for my $function (sort keys %reads)
{
	my ($here, $there, $error) = ('', '', '');
	$primary->psql('postgres', $reads{$function}, stdout => \$here, stderr => \$error) == 0 or die "$function: $error";
	my $status = $standby->psql('postgres', $reads{$function}, stdout => \$there, stderr => \$error);
	is($status, 0, "$function works on a standby") or diag($error);
	is($there, $here, "and says what it says on the primary");
}
# A control is a release of other persons, made and undone.
for my $audit ("audit_inference('people_sliced'", "audit_membership('people_sliced'", "audit_minimality('people_bucketized'", "audit_singling_out('people_sliced'", "audit_linkability('people_sliced', '{age}', '{town}'")
{
	my ($name) = $audit =~ /(\w+)/;
	my $error = '';
	$standby->psql('postgres', "SELECT * FROM $audit, control => 0.3)", stderr => \$error);
	like($error, qr/ERROR:  cannot execute $name\(\) with a control on a standby server/, "$name has no control there");
}
like($standby->safe_psql('postgres', q{SELECT string_agg(finding, ' ') FROM audit('people_sliced') WHERE risk IS NULL}), qr/^Not done: .* without a control\.$/, 'audit() goes on without one');
my $catalog = join ';', map { "SELECT * FROM microdata.$_ ORDER BY 1, 2" } qw(releases release_columns roles hierarchies declared_hierarchies privacy_rules ledger series editions series_views runs run_stats);
is($standby->safe_psql('postgres', $catalog), $primary->safe_psql('postgres', $catalog), 'the catalog is that of the primary');
is($standby->safe_psql('postgres', 'SELECT count(*) FROM microdata.progress'), 0, 'nothing runs');
is($standby->safe_psql('postgres', 'SET ROLE analyst; SELECT count(*) FROM people_sliced; SELECT count(*) FROM ward; SELECT count(*) > 0 FROM people_sliced_expected'), "400\n210\nt", 'its readers read');
is($standby->safe_psql('postgres', q{SELECT relations[1] FROM microdata.releases ORDER BY release_id DESC LIMIT 1}), 'streamed', 'what was published since is there');

sub refused
{
	my ($node, $before, $function, $statement) = @_;
	my $error = '';
	$node->psql('postgres', "\\set VERBOSITY verbose\n$before;$statement", stderr => \$error);
	$error =~ s/^psql:<stdin>:\d+: //mg;
	return $error;
}
for my $function (sort keys %writes)
{
	my $error = refused($standby, 'SELECT', $function, $writes{$function});
	like($error, qr/\AERROR:  25006: cannot execute (?:microdata\.)?$function\(\) on a standby server\nHINT:  Call it on the primary server/, "$function is refused");
	$error = refused($primary, 'SET default_transaction_read_only = on', $function, $writes{$function});
	like($error, qr/\AERROR:  25006: cannot execute (?:microdata\.)?$function\(\) in a read-only transaction\n/, 'and in transactions that are read-only');
}

# A source without rows there.
$primary->safe_psql('postgres', q{SET client_min_messages = error; CREATE UNLOGGED TABLE fleeting AS SELECT * FROM people;
	SELECT slice_table('fleeting', 2, 3, sensitive => '{disease}')});
$primary->wait_for_catchup($standby, 'replay', $primary->lsn('insert'));
for my $call (q{verify_release('fleeting_sliced')}, q{risk('fleeting', quasi_identifiers => '{age}')}, q{classify('fleeting')})
{
	like((error_of($standby, "SELECT * FROM $call"))[0], qr/cannot access temporary or unlogged relations during recovery/, "$call: an unlogged table is not there");
}
$primary->safe_psql('postgres', q{SELECT drop_release('fleeting_sliced'); DROP TABLE fleeting});
$primary->wait_for_catchup($standby, 'replay', $primary->lsn('insert'));

$standby->promote;
for my $statement ($writes{slice_table}, $writes{publish_series}, $writes{drop_release}, $writes{create_prefix_hierarchy}, $writes{gnf_decompose})
{
	my ($out, $error) = ('', '');
	is($standby->psql('postgres', $statement, stdout => \$out, stderr => \$error, on_error_stop => 1), 0, 'once it is promoted, it does what it is told') or diag($error);
}
is($standby->safe_psql('postgres', q{SELECT edition FROM microdata.editions WHERE series = 'ward' ORDER BY 1; SELECT count(*) FROM verify_series('ward') WHERE holds IS NOT TRUE;
	SELECT relations, requirement FROM microdata.releases, verify_release(relations[1]) WHERE NOT holds}), "1\n2\n3\n0", 'series go on, and all of it holds');
is($primary->safe_psql('postgres', q{SELECT max(edition) FROM microdata.editions WHERE series = 'ward'}), 2, 'the old primary has an edition of its own coming');
done_testing();
