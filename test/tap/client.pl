# The program microdata against a server: what it prints, what it ends with, and what becomes of the server's work.
# Rooms: src/client sql
use strict;
use warnings;
use Cwd ();
use IO::Pty;
use JSON::PP;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep time);
use Microdata;

my $node = new_node('client');
my $directory = PostgreSQL::Test::Utils::tempdir();
people($node, 'people', 2_000);
$node->safe_psql('postgres', 'CREATE DATABASE bare');

# Of the environment nothing but what a test says.
delete @ENV{ grep { /^PG(?:HOST|PORT|USER|DATABASE|SERVICE|PASS|OPTIONS|APPNAME)/ } keys %ENV };
my @there = ('-h', $node->host, '-p', $node->port, '-d', 'postgres');
my @bare = (@there[ 0 .. 3 ], '-d', 'bare');

# Runs the program; returns what it ended with and what it wrote.
sub microdata
{
	my ($out, $err) = ('', '');
	IPC::Run::run([ 'microdata', @_ ], '<', \undef, '>', \$out, '2>', \$err);
	return ($? & 127 ? "signal $?" : $? >> 8, $out, $err);
}

# The document that the program writes with --json, and what it ended with; both must agree.
sub document
{
	my ($status, $out, $err) = microdata(@_, '--json');
	my $document = eval { decode_json($out) };
	ok($document, "JSON: @_") or diag($out, $err);
	is($document->{exit_code}, $status, "and it says what the program ends with: $status");
	return $document;
}

my ($status, $out, $err);

# Use.
($status, $out, $err) = microdata('--help');
is($status, 0, '--help');
like($out, qr/^  $_ /m, "names $_") for qw(advise classify risk slice bucketize generalize decompose fragment explore releases verify audit export report drop run approve status);
($status, $out) = microdata('--version');
is($out, 'microdata ' . $node->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'pg_microdata'}) . "\n", '--version');

# The manual page is made of the help.
my ($page, $said) = ('', '');
my ($program) = grep { -x } map { "$_/microdata" } split /:/, $ENV{PATH};
my $folder = Cwd::getcwd();
chdir $ENV{MICRODATA_ROOT};
ok(IPC::Run::run([ 'scripts/manual-page', $program ], '>', \$page, '2>', \$said), 'the manual page is written') or diag($said);
chdir $folder;
like($page, qr/^\.TP\n\.B \Q$_\E\n\w/m, "it has $_") for qw(run slice report status), '\-U, \-\-username TEXT', '\-W, \-\-password', '\-\-json', '\-V, \-\-version', 0 .. 5, 130, 141, 143;
unlike($page, qr/^\.TP\n\.B .*\n(?:\.|$)/m, 'and of each what it does');
unlike($page, qr/[`|]|\]\(/, 'without marks of Markdown');
($status, $out, $err) = microdata();
is($status, 1, 'no subcommand is an error of use');
like($err, qr/^microdata: a subcommand is missing\n/, 'and says so');
is((microdata('publish', @there))[0], 1, 'so is an unknown one');
is((microdata('verify', 'a', 'b', @there))[0], 1, 'so is a further argument');
is((microdata('generalize', 'people', @there))[0], 1, 'so is a missing one');
($status, $out, $err) = microdata('slice', 'people', @there, '--columns', 2, '--l', 3, '--colour', 'red');
is($status, 1, 'so is an option that the function does not have');
like($err, qr/--colour/, 'which is named');
is(document('generalize', 'people', @there)->{error}{sqlstate}, undef, 'an error of use has no SQLSTATE');
($status, $out) = microdata('slice', '--help', @there);
like($out, qr/--sensitive-column-size integer/, 'the help of a subcommand has the arguments of the function');
like($out, qr/^Roles:\n.*--sensitive LIST.*Attributes to protect\. NULL: as declared\./ms, 'in their groups, with their meanings');
like($out, qr/^Usage: microdata slice \[OPTIONS\] TABLE/m, 'how it is called');
like($out, qr/^Connection:\n.*--host.*^Output:\n.*--json/ms, 'and the options that hold for all');
($status, $out, $err) = microdata('slice', 'people', @there, '--columns', 2, '-l', 3);
is($status, 1, 'a short option that is none');
like($err, qr/there is no option -l/, 'is named');
($status, $out, $err) = microdata('slice', '--help', '-h', $directory);
is($status, 2, 'which only a server can say');

# Before publishing.
($status, $out, $err) = microdata('classify', 'people', @there);
is("$status $err", '0 ', 'classify');
is(scalar(() = $out =~ /^ \w+ +\| (?:identifier|quasi-identifier|sensitive|insensitive) /mg), $node->safe_psql('postgres', q{SELECT count(*) FROM classify('people')}), 'suggests a role for each attribute');
my $document = document('risk', 'people', @there, '--k', 3, '--quasi-identifiers', 'age,sex', '--combinations', 0);
is_deeply([ map { $_->{model} } @{ $document->{result}{rows} } ], [qw(prosecutor journalist marketer)], 'risk, by attacker');
is($document->{result}{rows}[2]{uniques}, undef, 'NULL is null');
is($document->{result}{rows}[0]{below_k}, $node->safe_psql('postgres', q{SELECT below_k FROM risk('people', k => 3, quasi_identifiers => '{age,sex}') LIMIT 1}), 'with the arguments of the function');
($status, $out) = microdata('releases', @there);
like("$status $out", qr/^0  release_id \| relations .*\n-.*\n\(0 rows\)\n\z/, 'releases: none yet');
is(document('releases', @bare)->{error}{message}, 'the extension pg_microdata is not installed in database "bare"', 'nor the extension');

# Publishing.
($status, $out, $err) = microdata('slice', 'people', @there, '--columns', 2, '--l', 3, '--sensitive', 'disease', '--seed', 7);
is("$status $out", "0 people_sliced\n", 'the release is what goes to standard output');
like($err, qr/^NOTICE:  sliced into groups /m, 'notices go to standard error');
like($err, qr/^WARNING:  the seed of the release /m, 'so do warnings');
($status, $out, $err) = microdata('slice', @there, '-q', '--replace', '--columns=2', '--l=3', '--seed', 7, '--sensitive', 'disease', 'people');
is("$status $out", "0 people_sliced\n", 'options may stand before the table');
unlike($err, qr/NOTICE/, '--quiet: no notices');
like($err, qr/^WARNING/m, 'but warnings');
is( $node->safe_psql('postgres', q{SELECT l.parameters ->> 'privacy' FROM microdata.releases l}),
	'[]', 'no models were asked for');
$document = document(
	'bucketize', 'people', @there, '--l', 3, '--sensitive', 'disease', '--privacy', "k_anonymity(4), l_diversity(3, 'distinct')",
	'--privacy', 't_closeness(0.9, distance => equal)', '--target', '"odd "" name"');
is($document->{result}{release}, '"odd "" name"', 'names come and go as SQL has them');
is($document->{error}, undef, 'no error');
is_deeply([ grep { /^bucketized into/ } map { $_->{message} } @{ $document->{messages} } ], [ map { $_->{message} } grep { $_->{severity} eq 'NOTICE' } @{ $document->{messages} } ],
	'notices are in the document');
is( $node->safe_psql('postgres', q{SELECT string_agg(m ->> 'model', ' ' ORDER BY place) FROM microdata.releases, jsonb_array_elements(parameters -> 'privacy') WITH ORDINALITY e (m, place)
		WHERE method = 'bucketization' AND m ->> 'model' <> 'l_diversity' OR m -> 'parameters' ->> 'variant' = 'distinct'}),
	'k_anonymity l_diversity t_closeness', 'models were asked for by the functions of their names');
($status, $out, $err) = microdata('bucketize', 'people', @there, '--l', 3, '--privacy', 'secrecy(3)');
is($status, 1, 'an unknown model is an error of use');
($status, $out) = microdata('generalize', 'people', @there, '-q', '--k', 5, '--sensitive', 'disease', '--identifiers', 'postcode,income');
is("$status $out", "0 people_generalized\n", 'a list');
is( $node->safe_psql('postgres', q{SELECT count(*) FROM pg_attribute WHERE attrelid = 'people_generalized'::regclass AND attname IN ('postcode', 'income')}),
	0, 'of which each is one name');
($status, $out) = microdata('fragment', 'people', @there, '-q', '--k', 5, '--class', 'disease', '--identifiers', '{postcode,income}');
is($status, 0, 'fragment');
like($out, qr/^        1 \| people_fragment_1 +\| \{\w+/m, 'several tables are shown as a table');
$document = document('decompose', 'people', @there, '--l', 3, '--rules', '"age, sex -> disease"', '--target', 'parts');
is($document->{result}{rows}[0]{enforced_rule}, 'age, sex -> disease', 'a list of texts with commas');

# Which releases there are, and their end.
$document = document('releases', @there);
is($document->{result}{rows}[1]{relations}[0], '"odd "" name"', 'releases are listed by their names');
is(scalar(@{ $document->{result}{rows} }), $node->safe_psql('postgres', 'SELECT count(*) FROM microdata.releases'), 'all of them');
($status, $out) = microdata('releases', @there);
like($out, qr/^ +\d+ \| \{people_sliced\b.*\| slicing +\| people +\| +2000 \| +0 \|/m, 'also for people');
($status, $out, $err) = microdata('drop', '"odd "" name"', @there);
is("$status $out$err", '0 ', 'drop says nothing');
is($node->safe_psql('postgres', q{SELECT to_regclass('"odd "" name"') IS NULL}), 't', 'and the release is gone');
$document = document('drop', 'parts_1', @there);
is(exists $document->{result} && $document->{result}, undef, 'with a document without result');
is(document('drop', 'people', @there)->{error}{sqlstate}, '42809', 'what is no release is not dropped');
is(document('drop', 'nowhere', @there)->{error}{sqlstate}, '42P01', 'nor what is not there');
is((microdata('drop', @there))[0], 1, 'nor what has no name');

# Errors of the server's.
$document = document('slice', 'nowhere', @there, '--columns', 2, '--l', 3);
is("$document->{exit_code} $document->{error}{sqlstate}", '3 42P01', 'SQLSTATE');
$document = document('slice', q{people'; DROP TABLE people; --}, @there, '--columns', 2, '--l', 3);
is("$document->{exit_code} $document->{error}{sqlstate}", '3 42602', 'names are values, not SQL');
($status, $out, $err) = microdata('slice', 'people', @there, '--columns', 2, '--l', 300, '--sensitive', 'disease', '--target', 'x');
is("$status $out", '3 ', 'an error leaves standard output empty');
like($err, qr/^ERROR:  .*\nDETAIL:  .*\nHINT:  /m, 'with DETAIL and HINT');
($status, $out, $err) = microdata('verify', 'people', @bare);
is($status, 3, 'a database without the extension');
like($err, qr/^microdata: the extension pg_microdata is not installed in database "bare"\nHINT:  .*CREATE EXTENSION/, 'is named');

# Looking at releases.
($status, $out) = microdata('verify', 'people_sliced', @there);
is($status, 0, 'what holds is verified');
is(scalar(() = $out =~ / \| t /g), $node->safe_psql('postgres', q{SELECT count(*) FROM verify_release('people_sliced')}), 'every requirement is shown');
$node->safe_psql('postgres', q{UPDATE people_sliced SET disease = 'disease 0'});
$document = document('verify', 'people_sliced', @there);
is($document->{exit_code}, 4, 'what does not hold');
is(scalar(grep { defined $_->{holds} && !$_->{holds} } @{ $document->{result}{rows} }),
	$node->safe_psql('postgres', q{SELECT count(*) FROM verify_release('people_sliced') WHERE NOT holds}), 'is said of each requirement');
$document = document('audit', 'people_generalized', @there, '--control', 'NULL', '--seconds', 30, '--seed', 3);
is(scalar(@{ $document->{result}{rows} }),
	$node->safe_psql('postgres', q{SELECT count(*) FROM audit('people_generalized', control => NULL, seconds => 30, seed => 3)}), 'audit, with NULL');
$document = document('advise', 'people', @there, '--sensitive', 'disease', '--seed', 1);
ok((grep { $_->{part} eq 'script' && $_->{advice} =~ /slice_table/ } @{ $document->{result}{rows} }), 'advise: a script');
$document = document('explore', 'people', @there, '--method', 'slicing', '--settings', '{"columns": 2, "l": [2, 3]}', '--sensitive', 'disease', '--sample', 500, '--seed', 1);
is_deeply([ map { $_->{settings}{l} } @{ $document->{result}{rows} } ], [ 2, 3 ], 'explore: JSON within rows');

# Connections.
local $ENV{PGSERVICEFILE} = "$directory/services";
PostgreSQL::Test::Utils::append_to_file("$directory/services", "[clinic]\nhost=" . $node->host . "\nport=" . $node->port . "\ndbname=postgres\n");
my $uri = 'postgresql:///postgres?host=' . $node->host . '&port=' . $node->port;
for my $connection ([ '-d', 'service=clinic' ], [ '--dbname', $uri ], [ '-d', $node->connstr('postgres') ])
{
	is((microdata('export', 'people', @$connection, '-o', "$directory/people.csv"))[0], 0, "connects by $connection->[1]");
}
{
	local $ENV{PGSERVICE} = 'clinic';
	is((microdata('export', 'people', '-o', "$directory/people.csv"))[0], 0, 'connects by the environment');
}
$document = document('verify', 'people_sliced', '-h', $directory, '-d', 'postgres');
is($document->{exit_code}, 2, 'no server');
unlink $node->data_dir . '/pg_hba.conf';
$node->append_conf('pg_hba.conf', "local all guarded scram-sha-256\nlocal all all trust");
$node->reload;
$node->safe_psql('postgres', q{CREATE ROLE guarded LOGIN PASSWORD 'open sesame'; GRANT SELECT ON people TO guarded; GRANT CREATE ON SCHEMA public TO guarded});
my @guarded = (@there, '-U', 'guarded');
{
	local $ENV{PGPASSWORD} = 'wrong';
	($status, $out, $err) = microdata('export', 'people', @guarded, '-w');
	is("$status $out", '2 ', 'a wrong password');
	like($err, qr/^microdata: .*password authentication failed for user "guarded"/, 'is said');
	$ENV{PGPASSWORD} = 'open sesame';
	is((microdata('export', 'people', @guarded, '-w', '-o', "$directory/people.csv"))[0], 0, 'the right one');
}
is((microdata('export', 'people', @guarded, '-w'))[0], 2, 'none');
{
	local $ENV{PGPASSWORD} = 'open sesame';
	is_deeply(document('releases', @guarded)->{result}{rows}, [], 'releases of others are not listed');
	is(document('drop', 'people_generalized', @guarded)->{error}{sqlstate}, '42501', 'nor dropped');
	is(document('classify', 'people_generalized', @guarded)->{error}{sqlstate}, '42501', 'nor are their tables examined');
	is((microdata('risk', 'people', @guarded))[0], 0, 'those that may be read are');
}

# Export.
($status, $out) = microdata('export', 'people', @there);
is($out, PostgreSQL::Test::Utils::slurp_file("$directory/people.csv"), 'standard output has what the file has');
is(scalar(() = $out =~ /\n/g), 2_001, 'all rows and their names');
($status, $out) = microdata('export', 'people_generalized', @there, '--format', 'json');
my $exported = decode_json($out);
is(scalar(@{ $exported->{rows} }), 2_000, 'JSON has all rows');
is($exported->{description}{method}, 'generalization', 'and the description');
($status, $out) = microdata('export', 'people', @there, '--format', 'json');
is(decode_json($out)->{description}, undef, 'of what is no release there is none');
is((microdata('export', 'nowhere', @there, '-o', "$directory/nowhere.csv"))[0], 3, 'what is not there');
is((microdata('export', 'people', @there, '-o', "$directory/no/folder.csv"))[0], 5, 'a file that cannot be made');
is((microdata('export', 'people', @there, '-o', '/dev/full'))[0], 5, 'a full disk');
is((microdata('export', 'people', @there, '--json'))[0], 1, 'a document and rows do not both fit into standard output');
PostgreSQL::Test::Utils::append_to_file("$directory/both.csv", "kept\n");
is((microdata('export', 'people_generalized', @there, '-o', "$directory/both.csv", '--description', "$directory/./both.csv"))[0], 1, 'rows and description in one file');
is((microdata('export', 'people_generalized', @there, '-o', "$directory/both.csv", '--description', "$directory/no/folder.json"))[0], 5, 'a description that cannot be written');
is(PostgreSQL::Test::Utils::slurp_file("$directory/both.csv"), "kept\n", 'leaves what was there');
is((microdata('export', 'people_generalized', @there, '-o', "$directory/both.csv", '--description', "$directory/both.json"))[0], 0, 'rows and description');
ok(-s "$directory/both.csv" > 100 && decode_json(PostgreSQL::Test::Utils::slurp_file("$directory/both.json"))->{method}, 'in files of their own');
is_deeply([ glob("$directory/*.part $directory/nowhere*") ], [], 'what failed leaves no file');

# Files in folders that others may write.
sub exported
{
	my ($file, $umask) = @_;
	my $former = umask $umask;
	my ($status) = microdata('export', 'people', @there, '-o', $file);
	umask $former;
	return $status;
}
sub mode_of { return sprintf '%o', (lstat shift)[2] & 07777; }
is(exported("$directory/new.csv", 027) . mode_of("$directory/new.csv"), '0640', 'a new file has the permissions that umask leaves');
chmod 0600, "$directory/new.csv";
is(exported("$directory/new.csv", 022) . mode_of("$directory/new.csv"), '0600', 'one that is replaced keeps its own');
PostgreSQL::Test::Utils::append_to_file("$directory/victim", "kept\n");
symlink "$directory/victim", "$directory/link.csv";
is(exported("$directory/link.csv", 022), 0, 'a link is replaced');
ok(!-l "$directory/link.csv" && PostgreSQL::Test::Utils::slurp_file("$directory/victim") eq "kept\n", 'and not followed');
is(exported("$directory/" . 'n' x 250, 022), 0, 'a name may be as long as the file system allows');
unlink "$directory/" . 'n' x 250;
my $stdout = `bash -c 'umask 022; microdata export people @there -o /dev/stdout > "$directory/redirected.csv"; echo \$?; readlink /dev/stdout' 2>&1`;
is($stdout, "0\n/proc/self/fd/1\n", 'standard output has a name, which is not replaced');
is(-s "$directory/redirected.csv", -s "$directory/people.csv", 'and gets all rows');
{
	$node->safe_psql('postgres', 'CREATE VIEW waiting AS SELECT p.* FROM people p, pg_sleep(180)');
	my $former = umask 0;
	my $run = IPC::Run::start([ 'microdata', 'export', 'waiting', @there, '-o', "$directory/waiting.csv" ], '<', \undef, '>', \my $said_out, '2>', \my $said_err);
	umask $former;
	ok($node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'microdata' AND wait_event = 'PgSleep'}), 'an export is under way');
	my @parts = glob "$directory/waiting.csv*";
	is(scalar(@parts), 1, 'into one file');
	like($parts[0], qr/\/waiting\.csv\.[0-9a-f]{16}\.part\z/, 'of a name that nobody can foresee');
	is(mode_of($parts[0]), '600', 'which its owner alone may read, whatever umask is');
	$run->signal('TERM');
	$run->finish;
	is_deeply([ glob "$directory/waiting.csv*" ], [], 'a signal leaves no file');
}

# Names and values are not obeyed by terminals.
$node->safe_psql('postgres', qq{
	CREATE TABLE "table\e[2J" AS SELECT age, sex AS "s\e]0;title\a\nex", disease AS "dis\e]0;title\a\nease", town || U&'\\009B31m\\202Eevil' AS town FROM people;
	COMMENT ON TABLE "table\e[2J" IS 'of a test'});
my $hidden = qr/[\x00-\x08\x0B-\x1F\x7F]|\xC2[\x80-\x9F]|\xE2\x80[\xA8-\xAE]/;
($status, $out, $err) = microdata('fragment', qq{"table\e[2J"}, @there, '--k', 5, '--class', qq{dis\e]0;title\a\nease}, '--target', qq{"frag\e[2J"});
is($status, 0, 'a table whose names have control characters is fragmented') or diag($err);
unlike($out . $err, $hidden, 'which reach no terminal');
like($out, qr/frag\\u001B\[2J_1/, 'names in tables are escaped');
like($out, qr/s\\u001B\]0;title\\u0007\\nex/, 'in one line');
($status, $out, $err) = microdata('slice', "no\e[2J\nERROR:  such", @there, '--columns', 2, '--l', 3);
unlike($err, $hidden, 'so are names in errors');
is(scalar(() = $err =~ /^ERROR:/mg), 1, 'which make no further message');
($status, $out, $err) = microdata('slice', qq{"table\e[2J"}, @there, '--columns', 2, '--l', 2, '--sensitive', qq{dis\e]0;title\a\nease}, '--target', qq{"sliced\e[2J"});
is($out, qq{"sliced\e[2J"\n}, 'a script gets a name as it is') or diag($err);
unlike($err, $hidden, 'notices have none');
$document = document('export', "no\x7F\xC2\x9B\xE2\x80\xAE", @there, '-o', "$directory/nowhere.csv");
like($document->{error}{message}, qr/no\x{7F}\x{9B}\x{202E}/, 'JSON means the same characters');
unlike((microdata('export', "no\x7F\xC2\x9B\xE2\x80\xAE", @there, '-o', "$directory/nowhere.csv", '--json'))[1], $hidden, 'and has none of them');

# Whoever calls the program may have closed its streams: none of them becomes the connection.
sub with_closed
{
	my ($closed, @command) = @_;
	my ($printed, $said) = ('', '');
	IPC::Run::run([ 'bash', '-c', qq{microdata "\$@" $closed}, 'bash', @command, @there ], '<', \undef, '>', \$printed, '2>', \$said);
	return ($? >> 8, $printed, $said);
}
($status, $out, $err) = with_closed('>&-', 'export', 'people');
is("$status $out", '5 ', 'export with closed standard output');
like($err, qr/^microdata: could not write: standard output is closed\n\z/, 'says why');
is((with_closed('<&- >&-', 'export', 'people', '-o', "$directory/people.csv"))[0], 0, 'where a file is written, it is not needed');
is((with_closed('>&-', 'verify', 'people_generalized'))[0], 5, 'verify');
is((with_closed('>&-', 'verify', 'people_generalized', '--json'))[0], 5, 'verify, with a document');
($status, $out) = with_closed('2>&-', 'slice', 'people', '--columns', 2, '--l', 3, '--sensitive', 'disease', '--target', 'unsaid');
is("$status $out", "0 unsaid\n", 'notices without standard error');

# Nobody reads on.
$node->safe_psql('postgres', q{CREATE VIEW endless AS SELECT generate_series(1, 1000000000) AS i, repeat('x', 1000) AS x});
for my $format ('csv', 'json')
{
	my $began = time;
	$out = `bash -c 'microdata export endless @there --format $format | head -n 1; echo \${PIPESTATUS[0]}' 2>&1`;
	like($out, qr/\A[^\n]+\n141\n\z/, "$format: a broken pipe ends quietly");
	ok($node->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = 'microdata'}), 'and cancels');
}

# The view waits at its first row; so do all statements on it.
sub slow_view
{
	my ($name, $seconds) = @_;
	$node->safe_psql('postgres', "CREATE VIEW $name AS SELECT p.* FROM people p, pg_sleep($seconds); GRANT SELECT ON $name TO guarded");
	return;
}
slow_view('stuck', 180);
my @slicing = ('--columns', 2, '--l', 3, '--sensitive', 'disease');
# Starts the program and waits until the server works for it.
sub started
{
	my ($target, @arguments) = @_;
	my $streams = { out => '', err => '' };
	$streams->{run} = IPC::Run::start([ 'microdata', 'slice', 'stuck', @there, @slicing, '--target', $target, @arguments ],
		'<', \undef, '>', \$streams->{out}, '2>', \$streams->{err});
	ok($node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'microdata' AND wait_event = 'PgSleep'}),
		"$target: the server works");
	return $streams;
}
sub ended
{
	my ($streams) = @_;
	$streams->{run}->finish;
	return $streams->{run}->full_result >> 8;
}
for my $case ([ 'INT', 130, 'cancelled' ], [ 'TERM', 143, 'terminated' ])
{
	my ($signal, $code, $word) = @$case;
	my $streams = started("by_\L$signal");
	$streams->{run}->signal($signal);
	is(ended($streams), $code, "SIG$signal");
	is($streams->{err} =~ s/^stuck.*\n|^slice_table.*\n//mgr, "microdata: $word\n", 'is said');
	ok($node->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = 'microdata'}), 'the session has ended');
}
{
	my $streams = started('by_json', '--json');
	$streams->{run}->signal('INT');
	is(ended($streams), 130, 'SIGINT with --json');
	is(decode_json($streams->{out})->{error}{message}, 'cancelled', 'has a document all the same');
}
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname ~ '^by_'}), 0, 'nothing was published');
{
	my $streams = started('terminated');
	$node->safe_psql('postgres', q{SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'microdata'});
	is(ended($streams), 2, 'the session is terminated');
	like($streams->{err}, qr/terminating connection due to administrator command/, 'the reason is said');
	$streams = started('gone');
	$node->stop('immediate');
	is(ended($streams), 2, 'the server is gone');
	like($streams->{err}, qr/^(?:microdata|WARNING|FATAL): /m, 'which is said');
	$node->start;
}

# Runs the program at a terminal of its own, where it finds somebody who types the password; returns what it showed.
sub at_a_terminal
{
	my (@command) = @_;
	my $terminal = IO::Pty->new;
	my $pid = fork // die "fork: $!";
	if ($pid == 0)
	{
		$terminal->make_slave_controlling_terminal;
		my $slave = $terminal->slave;
		$slave->set_winsize(24, 80, 0, 0);
		open STDIN, '<&', $slave->fileno;
		open STDOUT, '>&', $slave->fileno;
		open STDERR, '>&', $slave->fileno;
		exec @command or die "exec: $!";
	}
	$terminal->close_slave;
	my $shown = '';
	while (sysread $terminal, my $part, 4096)
	{
		$shown .= $part;
		syswrite $terminal, "open sesame\n" if $shown =~ /Password for user guarded: \z/;
	}
	waitpid $pid, 0;
	return ($? >> 8, $shown);
}
slow_view('slow', 2);
($status, my $named) = at_a_terminal('microdata', 'bucketize', 'people', @there, '-q', '--l', 3, '--sensitive', 'disease', '--target', qq{"on\e[2J"});
like($named, qr/"on\\u001B\[2J"\r\n\z/, 'at a terminal the name of a release is escaped');
$node->safe_psql('postgres', qq{CREATE VIEW "slow\e[2J" AS TABLE slow});
($status, $named) = at_a_terminal('microdata', 'slice', qq{"slow\e[2J"}, @there, @slicing, '--target', 'hidden');
like($named, qr/\[#*\.+\] \d+%[^\r]*slice_table "slow\\u001B/, 'as in the line of the progress');
unlike($named, qr/\e\[2J/, 'and nothing clears the screen');
($status, my $shown) = at_a_terminal('microdata', 'slice', 'slow', @guarded, @slicing, '--target', 'shown');
is($status, 0, 'at a terminal, the password is asked for');
unlike($shown, qr/open sesame/, 'and not shown');
like($shown, qr/[\nK]shown\r\n\z/, 'the result stands on its own line');
($status, $out, $err) = microdata('slice', 'slow', @there, @slicing, '--target', 'said');
like($shown, qr/\r\[#*\.+\] \d+%[^\r]*slice_table slow/, 'with a bar, by a second connection with the same password');
like($shown, qr/\r\e\[K[^\r]*\r?\n?(?:NOTICE|WARNING|shown)/, 'which goes when there is something to say');
like($err, qr/^slice_table slow: .*\d+%/m, 'elsewhere lines');
unlike((microdata('slice', 'slow', @there, @slicing, '--target', 'quiet', '-q'))[2], qr/slice_table/, '--quiet: none');

# Series.
$node->safe_psql(
	'postgres', q{
	CREATE TABLE visitors AS SELECT row_number() OVER () AS id, * FROM people;
	SELECT create_series('weekly', 'visitors', 'bucketization', '{"sensitive": ["disease"]}', subject => '{id}', m => 3)});
($status, $out, $err) = microdata('run', 'weekly', @there);
is($status, 0, 'run') or diag($err);
like($out, qr/weekly *\| +1 \| succeeded/, 'says which edition it made');
$document = document('run', 'weekly', @there);
is(join(' ', @{ $document->{result}{rows}[0] }{qw(edition state edition_state)}), '2 succeeded published', 'and the next');
$node->safe_psql('postgres', q{SELECT create_series('strict', 'visitors', 'bucketization', '{"sensitive": ["disease"]}', subject => '{id}', m => 3, gate => '{"membership": 0.0001}')});
$document = document('run', 'strict', @there);
is("$document->{exit_code} $document->{error}{sqlstate}", '4 55000', 'a gate that is missed');
is(join(' ', @{ $document->{result}{rows}[0] }{qw(edition state edition_state)}), '1 failed draft', 'with the run on record');
is(document('run', 'nothing', @there)->{exit_code}, 3, 'a series that is not there');
is((with_closed('<&- >&- 2>&-', 'run', 'weekly'))[0], 5, 'run, with all streams closed');
is($node->safe_psql('postgres', q{SELECT edition || ' ' || state FROM microdata.runs WHERE series = 'weekly' ORDER BY run_id DESC LIMIT 1}), '3 succeeded', 'publishes');

# What a monitoring system is told: the exit status and one line, with figures behind the bar.
sub status_of
{
	my ($status, $out, $err) = microdata('status', @_);
	is($err, '', "status $_[0]: nothing else is said");
	like($out, qr/\AMICRODATA (?:OK|WARNING|CRITICAL|UNKNOWN) - [^|\n]+(?: \|(?: \w+=(?:U|[0-9.]+(?:s(?:;[0-9.]*;[0-9.]*)?)?))+)?\n\z/, 'but one line of a plugin');
	return "$status $out";
}
like(status_of('weekly', @there), qr/^0 MICRODATA OK - weekly: edition 3 of [-0-9]+ [0-9:]+ UTC \| age=\d+s;; duration=[0-9.]+s drafts=0 failures=0$/m, 'all is well');
like(status_of('weekly', @there, '--warning', '8 days', '--critical', '2 weeks'), qr/^0 .* age=\d+s;691200;1209600 /, 'and new enough');
like(status_of('weekly', @there, '--warning', '1 us', '--critical', '2 weeks'), qr/^1 MICRODATA WARNING - weekly: no new edition for more than 1 us; edition 3 of /, 'late');
like(status_of('weekly', @there, '--warning', '1 us', '--critical', '2 us'), qr/^2 MICRODATA CRITICAL - weekly: no new edition for more than 2 us; edition 3 of /, 'too late');
like(status_of('strict', @there), qr/^2 MICRODATA CRITICAL - strict: run \d+ failed: edition 1 of series "strict" [^|]*; edition 1 misses gate "membership"; no edition \| .* drafts=1 failures=1$/m, 'a gate is missed');
$document = document('status', 'strict', @there);
is("$document->{exit_code} $document->{result}{status} $document->{result}{figures}{drafts}", '2 CRITICAL 1', 'as a document');
is(scalar(@{ $document->{result}{findings} }), 3, 'with all findings');
$node->safe_psql('postgres', q{SELECT alter_series('strict', gate => '{"membership": 1}')});
($status, $out) = microdata('approve', 'strict', @there, '--edition', 1);
is("$status $out", "0 published\n", 'approve: where it passes now');
like(status_of('strict', @there), qr/^0 .* failures=1$/m, 'the failure is settled');
$node->safe_psql('postgres', q{UPDATE microdata.run_record SET state = 'running', finished_at = NULL WHERE edition = 3; UPDATE microdata.edition_record SET state = 'draft' WHERE edition = 3});
like(status_of('weekly', @there), qr/^2 MICRODATA CRITICAL - weekly: run \d+ was lost; edition 3 waits for approval; edition 2 of .* duration=U drafts=1 failures=1$/m, 'a session was lost, so nobody knows how long it took');
my $odd = q{a|b's "x"};
$node->safe_psql('postgres', q{
	CREATE ROLE other LOGIN SUPERUSER;
	CREATE TABLE "Odd" AS TABLE visitors;
	SELECT create_series($$a|b's "x"$$, '"Odd"', 'bucketization', '{"sensitive": ["disease"]}', subject => '{id}', m => 3, view => 'eyes', approve => true)});
like(status_of($odd, @there, '--warning', '1 h'), qr/^0 MICRODATA OK - a\\u007Cb's "x": no edition \| age=\d+s;3600; duration=U drafts=0 failures=0$/m, 'no edition, and a bar in the name');
is(document('run', $odd, @there)->{result}{rows}[0]{edition_state}, 'draft', 'of four eyes');
like(status_of($odd, @there), qr/^1 MICRODATA WARNING - .*: edition 1 waits for approval; no edition \|/, 'an approval is waited for');
is(document('approve', $odd, @there, '--edition', 1)->{error}{sqlstate}, '42501', 'not that of the publisher');
is(document('approve', $odd, @there, '-U', 'other', '--edition', 1)->{result}{state}, 'shown', 'another role approves');
like(status_of($odd, @there), qr/^0 /, 'then all is well');
is(document('approve', $odd, @there, '--edition', 2)->{exit_code}, 3, 'an edition that is not there');
is(document('approve', 'nothing', @there, '--edition', 1)->{error}{sqlstate}, '42704', 'a series that is not there');
is((microdata('approve', $odd, @there))[0], 1, 'the edition must be named');
$node->safe_psql('postgres', q{SELECT alter_series($$a|b's "x"$$, approve => false, gate => '{"membership": 0.0001}')});
is((microdata('run', $odd, @there))[0], 4, 'a gate is missed');
$document = document('approve', $odd, @there, '--edition', 2);
is("$document->{exit_code} $document->{result}{state}", '4 draft', 'approve: a draft that still misses it');
$node->safe_psql('postgres', 'DROP TABLE "Odd" CASCADE');
like(status_of($odd, @there), qr/^2 .* source public\."Odd" is gone; edition 2 misses gate "membership"; edition 1 of /, 'its source is gone');
like(status_of('nothing', @there), qr/^3 MICRODATA UNKNOWN - series "nothing" does not exist\. /, 'a series that is not there is unknown');
{
	local $ENV{PGPASSWORD} = 'open sesame';
	like(status_of('weekly', @guarded), qr/^3 MICRODATA UNKNOWN - series "weekly" does not exist\. /, 'so is that of a source of others');
}
like(status_of('weekly', @bare), qr/^3 .* is not installed in database "bare"\. /, 'or without the extension');
like(status_of('weekly', '-h', $directory), qr/^2 MICRODATA CRITICAL - connection to server /, 'no server is critical');
like(status_of('weekly', @there, '--warning', 'soon'), qr/^3 .*: "soon"$/m, 'errors of use are unknown: an interval that is none');
like(status_of('weekly', @there, '--late'), qr/^3 MICRODATA UNKNOWN - there is no option --late\. /, 'an unknown option');
like(status_of('weekly', @there, '--port'), qr/^3 MICRODATA UNKNOWN - --port: /, 'an option without a value');
like(status_of(@there), qr/^3 MICRODATA UNKNOWN - SERIES is required\. /, 'no series');
$document = document('status', 'nothing', @there);
is("$document->{exit_code} $document->{result}{status} $document->{error}{message}", '3 UNKNOWN series "nothing" does not exist', 'also as a document');

# A reader who does not go.
$node->safe_psql('postgres', q{
	SELECT create_series('shown', 'visitors', 'bucketization', '{"sensitive": ["disease"]}', subject => '{id}', m => 3, view => 'newest');
	SELECT count(*) FROM publish_series('shown');
	ALTER DATABASE postgres SET pg_microdata.swap_lock_timeout = '20ms';
	ALTER DATABASE postgres SET pg_microdata.swap_timeout = '300ms'});
my $reader = $node->background_psql('postgres', on_error_stop => 1);
$reader->query_safe('BEGIN; SELECT count(*) FROM newest');
$document = document('run', 'shown', @there);
is("$document->{exit_code} $document->{error}{sqlstate}", '4 55P03', 'a view that readers do not let go');
is(join(' ', @{ $document->{result}{rows}[0] }{qw(edition state edition_state)}), '2 failed draft', 'with the run on record');
$reader->query_safe('COMMIT');
$reader->quit;

done_testing();
