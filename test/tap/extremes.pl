# Every function with every argument at the ends of its type, one at a time: numbers that overflow, empty lists, NULL, elements that
# are NULL, names that are none. Each is an error that docs/reference/errors.md lists, or none; and no call takes long.
# Rooms: sql src/postgres/functions src/postgres/server src/postgres/values
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('extremes');
my $root = $ENV{MICRODATA_ROOT};

# What the table of errors lists.
my ($errors) = slurp_file("$root/docs/reference/errors.md") =~ /^## Codes\n(.*?)^## /ms;
my %documented = map { $_ => 1 } grep { !/^XX/ } map { /^\| (.*?) \|/ ? $1 =~ /\b[0-9A-Z]{5}\b/g : () } split /\n/, $errors;
cmp_ok(scalar(keys %documented), '>', 20, 'the reference lists errors');

# The tables, releases and arguments of 30_every_function.
my ($scene) = slurp_file("$root/test/regress/sql/30_every_function.sql") =~ /\A(.*?)^DROP FUNCTION outcome, call_of;/ms;
$node->safe_psql('postgres', "\\set QUIET on\n$scene");

my %extremes = (
	'integer' => [ 0, -1, 1, 2147483647, '(-2147483648)', 'NULL' ],
	'bigint' => [ 0, -1, 9223372036854775807, '(-9223372036854775808)', 'NULL' ],
	'smallint' => [ 0, -1, 32767, '(-32768)', 'NULL' ],
	'double precision' => [ 0, q{'-0'}, -1, '1e308', '-1e308', q{'NaN'}, q{'Infinity'}, q{'-Infinity'}, '5e-324', '1.0000000000000002', '0.9999999999999999', '4294967296', '9223372036854775808', 'NULL' ],
	'text' => [ q{''}, q{' '}, q{repeat('x', 100000)}, q{E'a\nb'}, q{'"'}, "'{'", 'NULL' ],
	'name' => [ q{''}, q{repeat('x', 63)}, 'NULL' ],
	'boolean' => [ 'true', 'false', 'NULL' ],
	'text_list' => [ q{'{}'}, q{'{NULL}'}, q{'{""}'}, q{'{{age},{disease}}'}, q{'[2147483646:2147483646]={disease}'}, q{'[-2147483648:-2147483648]={disease}'}, q{'{age,sex,zip,born,disease,number}'}, 'NULL' ],
	'jsonb' => [ q{'null'}, q{'{}'}, q{'[]'}, q{'1'}, q{'"a"'}, q{'[null]'}, q{'{"age": 1e400}'}, q{'{"age": null}'}, q{'{"age": [[]]}'}, q{'{"age": {"between": [null, 1e308]}}'}, q{'{"": ""}'}, q{'{"l": 1e308, "columns": -1}'}, q{'{"l": [1e400], "columns": 1e10}'},
		q{'{"relations": 1, "columns": {}, "release_id": "a"}'}, q{(repeat('[', 5000) || repeat(']', 5000))::jsonb}, 'NULL' ],
	'regclass' => [ 0, '4294967295::oid', q{'pg_class'}, q{'pg_class_oid_index'}, q{'microdata.run_record_run_id_seq'}, q{'argument_samples'}, 'NULL' ],
	'oid' => [ 0, 4294967295, q{'pg_class'::regclass}, 'NULL' ],
	'regrole' => [ 0, 'NULL' ],
	'bytea' => [ q{''}, q{'\xff'}, q{decode(repeat('ff', 64), 'hex')}, q{decode(repeat('00', 64), 'hex')}, 'NULL' ],
	'timestamp with time zone' => [ q{'infinity'}, q{'-infinity'}, q{'294276-12-31'}, q{'4713-01-01 BC'}, 'NULL' ],
	'privacy_model' => ['NULL'],
	'privacy_model[]' => [ q{'{}'}, q{'{NULL}'}, 'ARRAY[[k_anonymity(2)]]', 'NULL', map { "ARRAY[$_]" } 'k_anonymity(2147483647)', 'l_diversity(1e308)', q{l_diversity(1e308, 'entropy')}, q{l_diversity(1e308, 'distinct')}, q{l_diversity(1e308, 'recursive', 1e308)}, q{l_diversity(2, 'recursive', 5e-324)},
		'alpha_k_anonymity(5e-324, 2147483647)', 't_closeness(5e-324)', 'delta_disclosure(1e308)', 'delta_disclosure(5e-324)', 'beta_likeness(1e308)', 'beta_likeness(5e-324)', 'rho_breach(5e-324, 0.9999999999999999)', 'belief_distance(1e308)', 'belief_distance(5e-324)' ],
	'regclass[]' => [ q{'{}'}, q{'{NULL}'}, q{'{0}'}, q{'{4294967295}'}, q{'{pg_class,pg_class}'}, q{ARRAY[['called'::regclass], ['called_sliced']]}, q{'[2147483646:2147483646]={called}'}, 'NULL' ],
	'oid[]' => [ q{'{}'}, q{'{NULL}'}, q{'{0}'}, q{'{4294967295}'}, q{'{{1},{2}}'}, 'NULL' ],
	'integer[]' => [ q{'{}'}, q{'{NULL}'}, q{'{0}'}, q{'{-1}'}, q{'{2147483647}'}, q{'{{1,2},{3,4}}'}, q{'{-2147483648,2147483647}'}, q{'[2147483646:2147483646]={2}'}, 'NULL' ],
	'smallint[]' => [ q{'{}'}, q{'{NULL}'}, q{'{0}'}, q{'{-32768,32767}'}, q{'{{1},{2}}'}, 'NULL' ],
	'double precision[]' => [ map { "'{$_}'" } '', 'NULL', 0, -1, 'NaN', 'Infinity', '1e308', '5e-324', '1,1e-320', '1e308,Infinity', '5e-324,1e308', '{1,2},{2,4}' ],
	'name[]' => [ q{'{}'}, q{'{NULL}'}, q{'{""}'}, q{'{{a},{b}}'}, 'NULL' ],
	'text[]' => [ q{'{}'}, q{'{NULL}'}, q{'{""}'}, q{'{{a},{b}}'}, 'NULL' ],
	'character[]' => [ q{'{}'}, q{'{NULL}'}, 'NULL' ],
	'cstring' => [ q{''}, 'NULL' ],
	'pg_proc' => ['NULL'],
	'anyelement' => [ 'NULL::integer', 'NULL::pg_class', q{'x'::text}, 'NULL::called[]', 'ROW(1)' ]);

# Samples of arguments that functions in SQL have, or that are not those of 30_every_function.
my %samples = (
	'about.subject' => q{'{1}'}, 'left_out.persons' => '100', 'place_in_draw.columns' => q{'s.age'}, 'place_in_draw.subject' => q{'s.number'}, 'with_control.statement' => q{'SELECT ''{}''::pg_catalog.jsonb'},
	'audit_results.arguments' => q{'{"release": "called_sliced", "seed": 1}'}, 'audits' => q{'{audit_membership}'}, 'audit_control.audit' => q{'audit_membership'}, 'audit_control.arguments' => q{'{}'}, 'share' => '0.5', 'seconds' => '0',
	'audited_figure.gate' => q{'membership'}, 'until' => q{'infinity'}, 'results' => q{'{}'}, 'facts' => q{microdata.release_facts('called_sliced')}, 'parameters' => q{'{"l": 2}'}, 'settings' => q{'{"l": [1, 2], "columns": 2}'},
	'called' => q{(SELECT p FROM pg_proc p WHERE p.proname = 'slice_table' LIMIT 1)}, 'explored_settings.method' => q{'slicing'}, 'explore.method' => q{'slicing'}, 'explored.method' => q{'slicing'}, 'tried.method' => q{'slicing'}, 'draw_sample.columns' => q{'s.age'}, 'draw_sample.persons' => 'NULL', 'tried.arguments' => q{'{"columns": 2, "l": 2}'}, 'singling' => 'false', 'publish.method' => q{'slicing'},
	'publish.arguments' => q{'{"sensitive": ["disease"], "columns": 2, "l": 2}'}, 'sample' => '30', 'figure_of.measure' => q{'audit_inference'}, 'figure' => q{'guessed_right'}, 'remember_release.release' => '1', 'left_out.release' => '1', 'smallest_group.release' => q{(SELECT min(release_id) FROM microdata.releases)},
	'source_owner' => q{'postgres'}, 'may_see_series.source_owner' => q{'pg_monitor'}, 'release_owner' => '10', 'gate_findings.series' => q{'called_slices'}, 'old_editions.series' => q{'called_series'},
	'type' => '23', 'argument_list.arguments' => q{'{"l": 2}'}, 'required_arguments.given' => q{'{"l": 2}'}, 'function_of_extension.name' => q{'slice_table'},
	'checked_gate.gate' => q{'{"membership": 0.5}'}, 'checked_gate.method' => q{'slicing'}, 'plan_regions.columns' => '1', 'plan_regions.groups' => 'NULL', 'hierarchy_labels.attribute' => q{'zip'}, 'attribute_number.attribute' => q{'zip'}, 'attributes' => q{'{zip}'}, 'attribute_numbers.attributes' => q{'{zip}'});

my $functions = $node->safe_psql('postgres', q{
	SELECT p.oid, p.oid::regproc, p.proname, p.pronargs - p.pronargdefaults + 1, p.prorettype = 'record'::regtype AND p.proallargtypes IS NULL,
	       a.number, COALESCE(a.name, ''), format_type(a.type, NULL),
	       (SELECT translate(s.value, E'\\n', ' ') FROM argument_samples s WHERE s.function IN ('', p.proname) AND s.argument = a.name ORDER BY s.function DESC LIMIT 1)
	FROM pg_depend d JOIN pg_proc p ON p.oid = d.objid
	CROSS JOIN LATERAL ROWS FROM (unnest(p.proargtypes::oid[]), unnest(p.proargnames[1:p.pronargs])) WITH ORDINALITY a (type, name, number)
	WHERE d.classid = 'pg_proc'::regclass AND d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_microdata')
	  AND p.prokind = 'f' AND a.type <> 'internal'::regtype
	ORDER BY p.oid, a.number});

my (%function, @order);
for my $line (split /\n/, $functions)
{
	my ($oid, $called, $name, $optional, $record, $number, $argument, $type, $value) = split /\|/, $line, 9;
	push @order, $oid unless $function{$oid};
	my $of = $function{$oid} //= { called => $called, optional => $optional, record => $record eq 't', arguments => [] };
	ok($extremes{$type}, "$type has extremes") unless $extremes{$type};
	$value = $samples{"$name.$argument"} // ($value ne '' ? $value : $samples{$argument} // $extremes{$type}[0]);
	push @{ $of->{arguments} }, { name => $argument, type => $type, value => $value, number => $number };
}
cmp_ok(scalar(@order), '>', 150, 'all functions are called');

# The calls: by all arguments, and by the fewest, as others may lead elsewhere; of a table in several regions, too.
my %calls;
for my $of (@function{@order})
{
	my @arguments = @{ $of->{arguments} };
	my $in_regions = grep { $_->{name} eq 'regions' } @arguments;
	# What is explored by default takes seconds: it is where settings are NULL.
	my $kept = $of->{called} eq 'explore' ? qr/^(?:sensitive|target|settings|sample)$/ : qr/^(?:sensitive|target)$/;
	for my $extreme (@arguments)
	{
		for my $value (@{ $extremes{ $extreme->{type} } })
		{
			my $given = sub {
				my ($each, $others) = @_;
				my $text = $each == $extreme ? $value : $others->{ $each->{name} } // $each->{value};
				return $each->{name} eq '' ? "${text}::$each->{type}" : qq{"$each->{name}" => $text};
			};
			my $call = sub { return "SELECT count(*) FROM $of->{called}(" . join(', ', @_) . ')' . ($of->{record} ? ' AS r (a text)' : ''); };
			my $free = { target => q{'called_anew'}, view => q{'called_view'} };
			$calls{ $call->(map { $given->($_, $free) } @arguments) } = 1;
			my @fewest = grep { $_ == $extreme || $_->{number} < $of->{optional} || $_->{name} =~ $kept } @arguments;
			$calls{ $call->(map { $given->($_, $free) } @fewest) } = 1;
			next unless $in_regions;
			my $regions = { %$free, source => q{'called_long'}, regions => 3, identifiers => q{'{number}'}, groups => q{'{"age, disease", "sex, zip, born"}'}, hierarchies => 'NULL', inference => 'NULL', suppress => '0.1', insensitive => 'NULL', quasi_identifiers => 'NULL', subject => 'NULL', rows_per_person => 'NULL', sensitive_column_size => 'NULL', loss => 'NULL', privacy => q{'{}'} };
			$calls{ $call->(map { $given->($_, $regions) } @arguments) } = 1;
			$calls{ $call->(map { $given->($_, $regions) } grep { $_ == $extreme || $_->{number} < $of->{optional} || $_->{name} =~ /^(?:sensitive|target|regions|identifiers|groups)$/ } @arguments) } = 1;
		}
	}
}

# Hierarchies of extreme steps make labels, too.
for my $widths ('1e308', '5e-324', '1e-300', '0.5,1e300')
{
	$calls{"SELECT create_interval_hierarchy('steps', $_, '{$widths}'); SELECT hierarchy_labels('called', 'age', 'steps'); SELECT generalize_table('called', 2, sensitive => '{disease}', target => 'called_anew', hierarchies => '{\"age\": \"steps\"}')"} = 1 for '0, 100', '-1e308, 1e308', '0, 1e308', '29, 29.000000000000004';
}

$node->safe_psql('postgres', q{
	CREATE TABLE called_long AS SELECT age, sex, zip, born, disease, row_number() OVER ()::integer AS number FROM called, generate_series(1, 20);
	SELECT declare_roles('called_long', quasi_identifiers => '{born}');
	CREATE FUNCTION state_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
	BEGIN
		EXECUTE statement;
		RAISE SQLSTATE 'UNDO0';
	EXCEPTION
		WHEN SQLSTATE 'UNDO0' THEN RETURN '00000';
		WHEN query_canceled OR assert_failure OR OTHERS THEN RETURN SQLSTATE || ' ' || left(SQLERRM, 300);
	END $$});
# What becomes of calls, in one session: a server that ends is seen by those that come after.
sub outcomes
{
	my ($settings, @calls) = @_;
	my $script = join '', "SET statement_timeout = '60s'; SET client_min_messages = error; $settings\n", map { "SELECT $_, replace(replace(state_of(\$call\$$calls[$_]\$call\$), E'\\n', ' '), '|', '/');\n" } 0 .. $#calls;
	my ($out, $err) = ('', '');
	$node->psql('postgres', $script, stdout => \$out, stderr => \$err, on_error_stop => 0);
	my %said;
	$said{$1} = $2 while $out =~ /^(\d+)\|(.*)$/mg;
	is($err, '', 'no session ends') or diag(substr $err, 0, 2000);
	is(scalar(keys %said), scalar(@calls), 'every call comes to an end');
	return map { $said{$_} // 'none' } 0 .. $#calls;
}
my @calls = in_turn(5, sort keys %calls);
my @said = outcomes('', @calls);

# 57014 is what a DBA's own timeout says: nothing here is worth a minute. What a function's body says in another language is its author's.
sub is_allowed
{
	my ($state, $call) = @_;
	return 0 if $state eq '57014';
	# "22P02 and its like": what a type says of a value that it cannot read.
	return 1 if $state =~ /^22/ && $call =~ /"(?:tuple|predicates?|settings)" =>/;
	# A statement is the caller's.
	return 1 if $state eq '42601' && $call =~ /microdata\.(?:with_control|value_of|insert_rows|draw_sample)/;
	return $state eq '00000' || $documented{$state};
}
my @undocumented = grep { !is_allowed(substr($said[$_], 0, 5), $calls[$_]) } 0 .. $#calls;
is(scalar(@undocumented), 0, 'each extreme is taken, or refused with an error that is documented')
  or diag(join "\n", map { "$said[$_]\n    " . substr $calls[$_], 0, 600 } @undocumented[ 0 .. ($#undocumented < 200 ? $#undocumented : 200) ]);
note(scalar(@calls) . ' calls');

# Where little is allowed: in a transaction that only reads, and in parallel mode, also of functions that are not for that, as a function of
# somebody's that calls them may say that it is.
my %usual;
for my $of (@function{@order})
{
	my @given = map { $_->{name} eq '' ? "$_->{value}::$_->{type}" : qq{"$_->{name}" => } . ($_->{name} eq 'target' ? q{'called_anew'} : $_->{value}) } @{ $of->{arguments} };
	my $end = ')' . ($of->{record} ? ' AS r (a text)' : '');
	$usual{"SELECT count(*) FROM $of->{called}(" . join(', ', @given) . $end} = 1;
}
my @usual = sort keys %usual;
my $bare = $node->safe_psql('postgres', q{
	SELECT p.oid::regproc FROM pg_depend d JOIN pg_proc p ON p.oid = d.objid
	WHERE d.classid = 'pg_proc'::regclass AND d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_microdata')
	  AND p.prokind = 'f' AND p.pronargs = 0 AND p.prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype)});
push @usual, map { "SELECT count(*) FROM $_()" } split /\n/, $bare;
$node->safe_psql('postgres', q{
	CREATE TABLE ten AS SELECT generate_series(1, 10) AS i;
	CREATE FUNCTION called_in_parallel(statement text) RETURNS integer LANGUAGE plpgsql PARALLEL SAFE AS $$BEGIN EXECUTE statement; RETURN 1; END$$});
my $parallel = 'SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET '
  . ($node->pg_version >= 16 ? 'debug_parallel_query' : 'force_parallel_mode') . ' = regress;';
like($node->safe_psql('postgres', "$parallel EXPLAIN SELECT max(called_in_parallel('SELECT 1')) FROM ten"), qr/Gather/, 'a plan is parallel');
my %where = (
	'a transaction that only reads' => [ 'SET default_transaction_read_only = on;', @usual ],
	'a parallel plan' => [ $parallel, @usual ],
	'parallel workers that load the library' => [ $parallel, map { "SELECT max(called_in_parallel(\$in\$$_\$in\$)) FROM ten" } @usual ],
	'parallel workers' => [ "$parallel LOAD 'pg_microdata';", map { "SELECT max(called_in_parallel(\$in\$$_\$in\$)) FROM ten" } @usual ],
	'a view' => [ '', map { 'CREATE VIEW called_view AS ' . s/AS r \(a text\)/AS r (a text)/r . '; SELECT * FROM called_view' } @usual ]);
for my $place (sort keys %where)
{
	my ($settings, @there) = @{ $where{$place} };
	my @outcomes = outcomes($settings, @there);
	my @amiss = grep { $outcomes[$_] =~ /^(?:XX|none|57)/ } 0 .. $#there;
	is(scalar(@amiss), 0, "in $place, no error is internal") or diag(join "\n", map { "$outcomes[$_]\n    " . substr $there[$_], 0, 300 } @amiss);
}
# An index's expression must be immutable: what is not, PostgreSQL refuses; what is, is asked for each row.
my @immutable = split /\n/, $node->safe_psql('postgres', q{
	SELECT format('CREATE INDEX ON called_long ((%s(%s) IS NULL))', p.oid::regproc, string_agg(format('NULL::%s', format_type(a.type, NULL)), ', ' ORDER BY a.number))
	FROM pg_depend d JOIN pg_proc p ON p.oid = d.objid CROSS JOIN LATERAL unnest(p.proargtypes::oid[]) WITH ORDINALITY a (type, number)
	WHERE d.classid = 'pg_proc'::regclass AND d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pg_microdata')
	  AND p.prokind = 'f' AND NOT p.proretset AND a.type <> ALL ('{internal,anyelement}'::regtype[]) GROUP BY p.oid});
my @indexed = outcomes('', @immutable);
is_deeply([ grep { /^(?:XX|none|57)/ } @indexed ], [], 'nor in an index');

done_testing();
