# Publishing where the rows are against publishing through the coordinator: the Adult data resampled, on a coordinator and
# two workers of this machine. Prints, of each call, how long it took, the CPU seconds of each server, bytes that servers
# sent each other, and the most memory that a backend of a server had of its own. Of the environment comes
#   MICRODATA_ADULT   the data
#   ROWS              by default 1,000,000
#   REGIONS           by default 8
#   RUNS              by default 1
#   SHARDS            of the table and of releases, by default 4
#   VERBS, WAYS       of slice, bucketize, generalize, and of here, through, spread: by default all
#   COPY              0: without copying to a scratch table alone
use strict;
use warnings;
use IPC::Run;
use Time::HiRes qw(time sleep);
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;
use CitusNodes;

my $rows = $ENV{ROWS} // 1_000_000;
my $regions = $ENV{REGIONS} // 8;
my @settings = ('shared_buffers = 256MB', 'max_wal_size = 8GB', 'checkpoint_timeout = 1h', 'autovacuum = off', 'log_statement = none',
	q{listen_addresses = '127.0.0.1'}, 'citus.shard_count = ' . ($ENV{SHARDS} // 4), 'pg_microdata.memory_limit = 4GB');
# Servers reach each other by the loopback interface, which counts bytes.
$CitusNodes::host = '127.0.0.1';
my ($coordinator, @workers) = new_nodes('figures', @settings);
my @nodes = ($coordinator, @workers);
my @columns = qw(age workclass fnlwgt education education_num marital_status occupation relationship race sex capital_gain capital_loss hours_per_week native_country salary);
my %numbers = map { ($_ => 1) } qw(age fnlwgt education_num capital_gain capital_loss hours_per_week);
my $definition = join ', ', map { "$_ " . ($numbers{$_} ? 'integer' : 'text') } @columns;
my $list = join ', ', map { $_ eq 'fnlwgt' ? 'fnlwgt + (random() * 1000)::integer AS fnlwgt' : $_ } @columns;
$coordinator->safe_psql('postgres', qq{
	CREATE TABLE adult ($definition);
	COPY adult FROM '$ENV{MICRODATA_ADULT}' (FORMAT csv, HEADER);
	SELECT setseed(0.5);
	CREATE TABLE spread AS SELECT row_number() OVER () AS id, $list FROM adult, generate_series(1, ($rows + 45221) / 45222) LIMIT $rows;
	CREATE TABLE here AS SELECT * FROM spread;
	SELECT create_distributed_table('spread', 'id');
	CREATE VIEW through AS SELECT * FROM spread;
	SELECT run_command_on_placements('spread', 'VACUUM ANALYZE %s');
	VACUUM ANALYZE here;
	CHECKPOINT});
$_->safe_psql('postgres', 'CHECKPOINT') for @workers;

sub children
{
	my ($postmaster) = @_;
	return split ' ', slurp_file("/proc/$postmaster/task/$postmaster/children");
}

# Of a process: its own seconds, and those of children that it has waited for.
sub cpu
{
	my ($pid) = @_;
	open my $in, '<', "/proc/$pid/stat" or return (0, 0);
	my @fields = split ' ', <$in> =~ s/^.*\) //r;
	return (($fields[11] + $fields[12]) / 100, ($fields[13] + $fields[14]) / 100);
}

sub postmaster
{
	my ($node) = @_;
	return (split /\n/, slurp_file($node->data_dir . '/postmaster.pid'))[0];
}

sub cpu_of_server
{
	my ($node) = @_;
	my $postmaster = postmaster($node);
	my $sum = 0;
	my ($own, $waited) = cpu($postmaster);
	$sum = $own + $waited;
	$sum += (cpu($_))[0] for children($postmaster);
	return $sum;
}

sub loopback_bytes
{
	my ($line) = slurp_file('/proc/net/dev') =~ /^\s*lo:(.*)$/m;
	return (split ' ', $line)[0];
}

# MB that no other process shares.
sub own_memory
{
	my ($pid) = @_;
	open my $in, '<', "/proc/$pid/status" or return 0;
	my ($anon) = join('', <$in>) =~ /^RssAnon:\s+(\d+)/m;
	return ($anon // 0) / 1024;
}

my @names = ('coordinator', 'worker 1', 'worker 2');
note sprintf '%s rows, %s regions; idle: %d bytes a second on the loopback interface', $rows, $regions, idle();

sub idle
{
	my $before = loopback_bytes();
	sleep 2;
	return (loopback_bytes() - $before) / 2;
}

sub measure
{
	my ($what, $statement) = @_;
	my @cpu = map { cpu_of_server($_) } @nodes;
	my $bytes = loopback_bytes();
	my $began = time;
	my ($in, $out, $err) = ('', '', '');
	my $session = IPC::Run::start([ 'psql', '-X', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', $coordinator->connstr('postgres'), '-c', 'SET client_min_messages = debug1', '-c', $statement ], '<', \$in, '>', \$out, '2>', \$err);
	my @peak = (0, 0, 0);
	my @together = (0, 0, 0);
	while ($session->pumpable)
	{
		$session->pump_nb;
		for my $n (0 .. 2)
		{
			my $sum = 0;
			for my $pid (children(postmaster($nodes[$n])))
			{
				my $own = own_memory($pid);
				$peak[$n] = $own if $own > $peak[$n];
				$sum += $own;
			}
			$together[$n] = $sum if $sum > $together[$n];
		}
		sleep 0.1;
	}
	my $status = $session->finish;
	my $seconds = time - $began;
	ok($status, $what) or diag(substr $err, -2000);
	$bytes = loopback_bytes() - $bytes;
	@cpu = map { cpu_of_server($nodes[$_]) - $cpu[$_] } 0 .. 2;
	my %phases;
	$phases{$1} += $2 / 1000 while $err =~ /: (plan|read|partition|permute|write) took ([0-9.]+) ms/g;
	diag sprintf '%-34s %6.1f s   CPU %s   %4.0f bytes a row   own memory %s   of all backends %s   %s', $what, $seconds, join(' ', map { sprintf '%5.1f', $_ } @cpu), $bytes / $rows,
		join(' ', map { sprintf '%4.0f', $_ } @peak), join(' ', map { sprintf '%4.0f', $_ } @together), join(' ', map { sprintf '%s %.1f', $_, $phases{$_} } sort keys %phases);
	return;
}

diag 'CPU and memory (MB): ' . join ', ', @names;
my %calls = (
	slice => q{slice_table('%s', 2, 3, sensitive => '{occupation}', sensitive_column_size => 2, regions => %d, target => 'made'%s)},
	bucketize => q{bucketize_table('%s', 3, '{occupation}', method => 'mondrian', regions => %d, target => 'made'%s)},
	generalize => q{generalize_table('%s', 5, 2, '{occupation}', regions => %d, target => 'made'%s)});
for my $run (1 .. $ENV{RUNS} // 1)
{
	for my $verb (split ' ', $ENV{VERBS} // 'slice bucketize generalize')
	{
		for my $way ([ 'here', 'a local table' ], [ 'through', 'through the coordinator' ], [ 'spread', 'where the rows are' ])
		{
			my ($source, $name) = @$way;
			next unless ($ENV{WAYS} // $source) =~ /$source/;
			measure("$verb, $name", 'SELECT ' . sprintf($calls{$verb}, $source, $regions, q{, identifiers => '{id}'}));
			$coordinator->safe_psql('postgres', q{SELECT drop_release('made')});
		}
	}
}
measure('copy to a scratch table alone', qq{BEGIN; CREATE TABLE scratch (LIKE spread); SELECT create_distributed_table('scratch', 'age', colocate_with => 'none'); INSERT INTO scratch SELECT * FROM spread; ROLLBACK}) if $ENV{COPY} // 1;

done_testing();
