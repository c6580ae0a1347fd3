# What the TAP tests share.
package Microdata;

use strict;
use warnings;
use Exporter 'import';
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time);

our @EXPORT = qw(new_node has_extension client_program former_versions people timed nothing_left error_of answer limited cost_of recovered in_turn);

# A running server with the extension. Most tests publish one table many times, and are not about that.
sub new_node
{
	my ($name, @settings) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);
	local $ENV{INITDB_TEMPLATE} = $ENV{EXTENDED_TEMPLATE};
	$node->init;
	$node->append_conf('postgresql.conf', join("\n", 'fsync = off', "pg_microdata.republish = 'allow'", "pg_microdata.unclassified = 'warn'", 'pg_microdata.quick_attack = off', @settings));
	$node->start;
	$node->safe_psql('postgres', 'CREATE EXTENSION pg_microdata') unless $ENV{EXTENDED_TEMPLATE};
	return $node;
}

# Where the server's files of a kind may lie: in its own folder, or, before that, in one of the same path below build/.
sub server_folders
{
	my ($kind) = @_;
	my $folder = readpipe("pg_config --$kind") =~ s/\s+$//r;
	return (($ENV{EXTENSION_TREE} ? "$ENV{EXTENSION_TREE}$folder" : ()), $folder);
}

# Whether the server has an extension.
sub has_extension
{
	my ($name) = @_;
	return scalar grep { -e "$_/extension/$name.control" } server_folders('sharedir');
}

# The program microdata that is tested.
sub client_program
{
	my ($program) = grep { -x } map { ("$_/microdata") } server_folders('bindir');
	return $program;
}

# Former versions of the extension that can be made here, the oldest first: test/upgrade has them, and scripts/lib.sh puts them beside the version that
# is tested. Where that is one of the server's own folders, there are none.
sub former_versions
{
	my @versions = map { /--(\d+(?:\.\d+)*)\.sql$/ ? $1 : () } map { glob "'$_/extension/pg_microdata--*.sql'" } server_folders('sharedir');
	my ($newest) = map { slurp_file($_) =~ /^default_version = '(.*)'/m } grep { -e } map { "$_/extension/pg_microdata.control" } server_folders('sharedir');
	my $sorted = sub { join '.', map { sprintf '%05d', $_ } split /\./, $_[0] };
	my %seen;
	return sort { $sorted->($a) cmp $sorted->($b) } grep { $_ ne $newest && !$seen{$_}++ } @versions;
}

# A table of so many made-up persons: numbers, text, a sensitive attribute of twelve values.
sub people
{
	my ($node, $table, $rows) = @_;
	$node->safe_psql(
		'postgres', qq{
		SELECT setseed(0.5);
		CREATE TABLE $table AS
		SELECT (random() * 70)::int + 18 AS age, (random() * 1e6)::int AS income, 'town ' || (random() * 40)::int AS town,
		       CASE WHEN random() < 0.5 THEN 'F' ELSE 'M' END AS sex, (random() * 8)::int AS children,
		       'job ' || (random() * 20)::int AS job, (random() * 1e5)::int AS postcode,
		       'disease ' || floor(random() * 12)::int AS disease
		FROM generate_series(1, $rows);
		ANALYZE $table});
	return;
}

# Runs a statement that is to fail; returns its standard error and how long it took, in seconds.
sub error_of
{
	my ($node, $sql) = @_;
	my $stderr = '';
	my $began = time;
	my $status = $node->psql('postgres', $sql, stderr => \$stderr, on_error_stop => 1);
	return ($stderr, time - $began, $status);
}

# What a session of background_psql answers; that of PostgreSQL 16.2 keeps the last line's end.
sub answer
{
	my ($session, $sql) = @_;
	my $answer = $session->query_safe($sql);
	chomp $answer;
	return $answer;
}

# No release, no catalog row, no lock on the source, nothing half made.
sub nothing_left
{
	my ($node, $what) = @_;
	is( $node->safe_psql(
			'postgres', q{
		SELECT (SELECT count(*) FROM microdata.release_record)
		     + (SELECT count(*) FROM microdata.release_column_record)
		     + (SELECT count(*) FROM pg_class WHERE relname ~ 'sliced|bucketized|generalized|^pg_temp_')}),
		0, "$what: nothing is left behind");
	return;
}

# Waits for a server that has crashed. A psql that it turns away would leave a pipe broken.
sub recovered
{
	my ($node) = @_;
	my $ready = 0;
	for (1 .. 1800)
	{
		# It may not have noticed yet.
		$ready = system('pg_isready', '-q', '-h', $node->host, '-p', $node->port) == 0 ? $ready + 1 : 0;
		return if $ready == 3;
		select undef, undef, undef, 0.1;
	}
	die 'no recovery';
}

# Runs the statement in a backend whose limits are lowered first, by the arguments of prlimit that $limit makes of its
# size in kilobytes; returns standard output and error.
sub limited
{
	my ($node, $limit, $statement) = @_;
	# The library is loaded before there is too little room for it.
	my ($in, $out, $err) = ("SELECT k_anonymity(1); SELECT 'pid', pg_backend_pid();\n", '', '');
	my $session = IPC::Run::start([ 'psql', '-X', '-At', '-v', 'VERBOSITY=verbose', '-d', $node->connstr('postgres') ],
		'<', \$in, '>', \$out, '2>', \$err, IPC::Run::timeout(120));
	$session->pump until $out =~ /pid\|(\d+)/;
	my ($pid) = $out =~ /pid\|(\d+)/;
	my ($size) = slurp_file("/proc/$pid/status") =~ /VmSize:\s+(\d+)/;
	system('prlimit', '--pid', $pid, $limit->($size)) == 0 or die 'prlimit failed';
	$in .= "$statement;\n\\q\n";
	IPC::Run::finish($session);
	return ($out, $err);
}

# Of many calls, those that a change is tested with: one in so many, others with each commit (MICRODATA_TURN counts them); all with
# CHECK_ALL.
sub in_turn
{
	my ($one_in, @calls) = @_;
	return @calls if $ENV{CHECK_ALL};
	my $turn = ($ENV{MICRODATA_TURN} // 0) % $one_in;
	return @calls[ grep { $_ % $one_in == $turn } 0 .. $#calls ];
}

# How many kB the process of a session of its own had at most beyond what it began with and the plans that it keeps for later statements, how
# many seconds of the processor the statement took, and what came of it.
sub cost_of
{
	my ($node, $limit, $statement) = @_;
	my $kilobytes = q{SELECT 'kB ' || (regexp_match(pg_read_file('/proc/self/status', 0, 100000), 'VmHWM:\s+(\d+)'))[1];};
	my $plans = q{SELECT 'plans ' || sum(total_bytes) / 1024 FROM pg_backend_memory_contexts WHERE name LIKE 'CachedPlan%';};
	# In ticks, of which Linux has a hundred in a second.
	my $times = q{SELECT 'at ' || (t[1]::numeric + t[2]::numeric) / 100 FROM regexp_match(pg_read_file('/proc/self/stat', 0, 10000), '\) (?:\S+ ){11}(\d+) (\d+)') t;};
	my $out = $node->safe_psql('postgres',
		"LOAD 'pg_microdata'; SET pg_microdata.memory_limit = '$limit'; $kilobytes $times $statement; $times $kilobytes $plans");
	my @kilobytes = $out =~ /^kB (\d+)/mg;
	my ($kept) = $out =~ /^plans (\d+)/m;
	my @times = $out =~ /^at ([0-9.]+)/mg;
	return ($kilobytes[1] - $kilobytes[0] - $kept, $times[1] - $times[0], $out);
}

1;
