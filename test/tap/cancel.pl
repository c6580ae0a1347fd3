# A cancel or a timeout takes effect within 200 ms in every phase, and leaves nothing behind. The clock is asked with CHECK_ALL alone: other
# work on the machine counts in it.
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('cancel', 'max_wal_size = 4GB');
people($node, 'people', 400_000);
my $call = q{SELECT slice_table('people', 2, 4, sensitive => '{disease}', sensitive_column_size => 2)};

# A timeout strikes in every phase of a call that lasts long enough to be hit. Where it strikes, the CONTEXT tells. Each
# phase is aimed at by bisection until it was hit: struck too early, the next timeout is longer; too late or not at all,
# it is shorter. Where other work has changed how long the phases last, they are measured again; each lasts as long as it
# did in the shortest of three calls, since other work only makes it longer. A call that ends in time is undone.
sub phases_of
{
	my ($call, $doing) = @_;
	my @phases;
	for my $run (1 .. 3)
	{
		my $report = '';
		my $index = 0;
		$node->psql('postgres', "SET client_min_messages = debug1; BEGIN; $call; ROLLBACK", stderr => \$report);
		while ($report =~ /$doing "people": (\w+) took ([0-9.]+) ms/g)
		{
			$phases[$index] //= { name => $1, lasts => $2 };
			$phases[$index]{lasts} = $2 if $2 < $phases[$index]{lasts};
			$index++;
		}
	}
	my $from = 0;
	for my $phase (@phases)
	{
		$phase->{begins} = $from;
		$from += $phase->{lasts};
	}
	return @phases;
}

sub timeouts
{
	my ($call, $doing, $expected) = @_;
	my @phases = phases_of($call, $doing);
	is(join(' ', map { $_->{name} } @phases), $expected, "$doing: the phases");
	my %order = map { $phases[$_]{name} => $_ } 0 .. $#phases;
	for my $index (0 .. $#phases)
	{
		my $phase = $phases[$index];
		next if $phase->{lasts} < 20;
		my $aim = $phase->{begins} + $phase->{lasts} / 2;
		my $step = $phase->{lasts} / 2;
		my $late;
		for my $try (1 .. 100)
		{
			# Where the machine has other work, times jump too much to be approached: they are drawn then.
			$phase = (phases_of($call, $doing))[$index] if $try % 25 == 0;
			last if $phase->{lasts} < 20;
			$aim = (0.6 + rand) * ($phase->{begins} + $phase->{lasts} / 2) if $try >= 25;
			my $timeout = int($aim) + 1;
			my ($error, $took) = error_of($node, "BEGIN; SET LOCAL statement_timeout = $timeout; $call; ROLLBACK");
			my ($struck) = $error =~ /statement timeout.*phase "(\w+)"/s;
			if (defined $struck && $struck eq $phase->{name})
			{
				my $this = $took * 1000 - $timeout;
				$late = $this if !defined $late || $this < $late;
				last if $late < 200;
			}
			elsif ($error =~ /statement timeout/ && (!defined $struck || $order{$struck} < $index))
			{
				$aim += $step;
			}
			else
			{
				$aim -= $step;
			}
			$aim = 1 if $aim < 1;
			$step = $step * 0.8 + 1;
		}
		next if $phase->{lasts} < 20 && !defined $late;
		ok(defined $late, "$doing: timed out in phase $phase->{name}");
		cmp_ok($late // 1e9, '<', 200, "$doing: phase $phase->{name} ends within 200 ms");
	}
	nothing_left($node, "$doing: after timeouts");
	return;
}
if ($ENV{CHECK_ALL})
{
	timeouts($call, 'slicing', 'read correlate partition permute write');
	timeouts($call =~ s/\)$/, diversity_check => 'exact')/r, 'slicing', 'read correlate partition permute write');
	timeouts(q{SELECT bucketize_table('people', 4, '{disease,children}', method => 'anatomy', format => 'anatomy')}, 'bucketizing', 'read partition permute write');
	timeouts(q{SELECT generalize_table('people', 5, 2, '{disease}')}, 'generalizing', 'read partition write');
	timeouts(q{SELECT generalize_table('people', 5, sensitive => '{disease}', recoding => 'cell', privacy => ARRAY[t_closeness(0.3)])},
		'generalizing', 'read partition write');
	timeouts(q{SELECT gnf_decompose('people', 3, '{"age, children -> disease", "disease -> age"}', 'gd')}, 'decomposing', 'read partition write');
	timeouts(q{SELECT fragment_table('people', 5, 'disease')}, 'fragmenting', 'read correlate partition enforce write');
}

# From another session: the call is stopped while it runs; the loop that would run it again makes sure that it does.
for my $stop (
	[ 'pg_cancel_backend', qr/canceling statement due to user request/, 'a cancel' ],
	[ 'pg_terminate_backend', qr/terminating connection/, 'a termination' ])
{
	my ($function, $message, $what) = @$stop;
	my ($in, $out, $err) = ('', '', '');
	my $endless = "DO \$\$ BEGIN LOOP PERFORM /* endless */ slice_table('people', 2, 4, sensitive => '{disease}', "
	  . "sensitive_column_size => 2, replace => true); END LOOP; END \$\$";
	my $handle = IPC::Run::start([ 'psql', '-X', '-d', $node->connstr('postgres'), '-c', $endless ], '<', \$in, '>', \$out, '2>', \$err);
	my $mine = "query LIKE 'DO %endless%' AND state = 'active'";
	$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE $mine") or die 'it does not run';
	Time::HiRes::sleep(0.4);
	$node->safe_psql('postgres', "SELECT $function(pid) FROM pg_stat_activity WHERE $mine");
	my $asked = Time::HiRes::time();
	IPC::Run::finish($handle);
	like($err, $message, "$what by another session");
	like($err, qr/slicing "people"/, "$what strikes inside of the call");
	cmp_ok((Time::HiRes::time() - $asked) * 1000, '<', 500, "$what takes effect at once") if $ENV{CHECK_ALL};
	nothing_left($node, "after $what");
}

# The other calls poll as well.
if ($ENV{CHECK_ALL})
{
	$node->safe_psql('postgres', $call);
	$node->safe_psql('postgres', q{SELECT bucketize_table('people', 4, '{disease,children}', format => 'anatomy')});
	$node->safe_psql('postgres', q{SELECT generalize_table('people', 5, sensitive => '{disease}', strict => false)});
	for my $other ("verify_release('people_bucketized')", "verify_release('people_generalized')", "disclosure('people_generalized')",
		q{bucketize_rows(NULL::people, 4, '{disease}')},
		"verify_release('people_sliced')", "disclosure('people_sliced')",
		"attribute_correlation('people')", q{slice_rows(NULL::people, 2, 4, '{disease}')})
	{
		my $best = 1e9;
		for my $timeout (100, 150, 200)
		{
			my ($error, $took) = error_of($node, "SET statement_timeout = $timeout; SELECT count(*) FROM $other");
			next unless $error =~ /statement timeout/;
			my $late = $took * 1000 - $timeout;
			$best = $late if $late < $best;
		}
		cmp_ok($best, '<', 200, "$other ends within 200 ms");
	}
}

done_testing();
