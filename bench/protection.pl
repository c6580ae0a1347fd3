#!/usr/bin/env perl
# Attacks slices and asks them for counts, by what their rows show alone: this program shares nothing with the extension but SQL.
# Each attacker knows the release and the software. Prints a table in Markdown. scripts/bench-protection and scripts/bench-cuts run it, on a
# database with the tables `published` and `control` and the releases that are named as arguments.
#   --sensitive=NAME   the attribute that is guessed (occupation)
#   --singled-out=0    leaves out the predicates, which take most of the time
use strict;
use warnings;
use Getopt::Long;
use List::Util qw(all any max min product shuffle sum sum0);

my $sensitive = 'occupation';
my $singled_out = 1;
GetOptions('sensitive=s' => \$sensitive, 'singled-out=i' => \$singled_out) or die "unknown option";
my $persons_asked = 2000;
my $best = 2000;
my $pairs_tried = 20_000;
my $questions = 300;
$| = 1;
srand 1;

my ($connection, @releases) = @ARGV;

# Rows that psql prints for a query, as lists of texts.
sub rows_of
{
	my ($query) = @_;
	open my $psql, '-|', 'psql', '-X', '-q', '-At', '-F', "\t", '-d', $connection, '-c', $query or die "psql: $!";
	my @rows = map { chomp; [ split /\t/, $_, -1 ] } <$psql>;
	close $psql or die "psql failed: $query";
	return @rows;
}

my @attributes = map { $_->[0] } rows_of(
	q{SELECT attname FROM pg_attribute WHERE attrelid = 'published'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum});
my ($secret) = grep { $attributes[$_] eq $sensitive } 0 .. $#attributes;
my @known = grep { $_ != $secret } 0 .. $#attributes;
my $list = join ', ', @attributes;
my @published = rows_of("SELECT $list FROM published");
my @control = rows_of("SELECT $list FROM control");
# Each attribute's values have codes, ascending where they are numbers: the domain is no secret.
my (@values, @code, @numeric);
for my $at (0 .. $#attributes)
{
	my %seen = map { $_->[$at] => 1 } @published, @control;
	$numeric[$at] = all { /^-?\d+$/ } keys %seen;
	$values[$at] = [ $numeric[$at] ? sort { $a <=> $b } keys %seen : sort keys %seen ];
	$code[$at] = { map { $values[$at][$_] => $_ } 0 .. $#{ $values[$at] } };
}
$_ = encoded($_) for @published, @control;

sub encoded
{
	my ($row) = @_;
	return [ map { $code[$_]{ $row->[$_] } } 0 .. $#attributes ];
}

# The first code of a number that is no less than another.
sub first_code
{
	my ($at, $least) = @_;
	my ($low, $high) = (0, scalar @{ $values[$at] });
	while ($low < $high)
	{
		my $middle = int(($low + $high) / 2);
		if ($values[$at][$middle] < $least) { $low = $middle + 1 }
		else { $high = $middle }
	}
	return $low;
}

# The codes that a published value may stand for.
sub covered
{
	my ($at, $text) = @_;
	return [ 0 .. $#{ $values[$at] } ] if $text eq '*';
	if ($text =~ /^([\[(])(-?\d*),(-?\d*)([\])])$/)
	{
		my $from = $2 eq '' ? 0 : first_code($at, $2 + ($1 eq '('));
		my $to = $3 eq '' ? @{ $values[$at] } : first_code($at, $3 + ($4 eq ']'));
		return [ $from .. $to - 1 ];
	}
	my @texts = $text =~ /^\{(.*)\}$/ ? map { s/^"|"$//gr =~ s/\\(.)/$1/gr } $1 =~ /("(?:[^"\\]|\\.)*"|[^,]+)/g : ($text);
	return [ sort { $a <=> $b } map { $code[$at]{$_} // die "$attributes[$at] shows $_" } @texts ];
}

# A release as its buckets: how many rows each has; by attribute the labels with their codes and rows, the share of rows that a code is
# likely to have, summed up from the first, and what is covered at all.
sub buckets_of
{
	my ($release) = @_;
	my (%bucket, @cover);
	for my $row (rows_of("SELECT bucket, $list FROM $release"))
	{
		my $number = shift @$row;
		my $here = $bucket{$number} //= { rows => 0, labels => [ map { {} } @attributes ] };
		$here->{rows}++;
		$here->{labels}[$_]{ $row->[$_] }++ for 0 .. $#attributes;
	}
	for my $here (values %bucket)
	{
		for my $at (0 .. $#attributes)
		{
			my @share = (0) x @{ $values[$at] };
			my @labels;
			while (my ($text, $rows) = each %{ $here->{labels}[$at] })
			{
				my $codes = $cover[$at]{$text} //= covered($at, $text);
				push @labels, { codes => $codes, rows => $rows };
				$share[$_] += $rows / @$codes / $here->{rows} for @$codes;
			}
			my $so_far = 0;
			$here->{upto}[$at] = [ 0, map { $so_far += $_ } @share ];
			$here->{label}[$at] = \@labels;
			# Of numbers everything between the least and the greatest.
			my @shown = grep { $share[$_] > 0 } 0 .. $#share;
			$here->{hull}[$at] = $numeric[$at] ? [ $shown[0] .. $shown[-1] ] : \@shown;
			$here->{inside}[$at] = [ (0) x @share ];
			$here->{inside}[$at][$_] = 1 for @{ $here->{hull}[$at] };
		}
		delete $here->{labels};
	}
	return [ values %bucket ];
}

# The share of a bucket's rows that have one of some codes, ascending, of an attribute.
sub share
{
	my ($here, $at, $codes) = @_;
	my $upto = $here->{upto}[$at];
	return $upto->[ $codes->[-1] + 1 ] - $upto->[ $codes->[0] ] if $codes->[-1] - $codes->[0] == $#$codes;
	return sum0(map { $upto->[ $_ + 1 ] - $upto->[$_] } @$codes);
}

# Values that some row has for certain if a label shows no more than its rows' values: the ends of a range, each of a set.
sub ends
{
	my ($at, $label) = @_;
	my $codes = $label->{codes};
	return () if @$codes < 2;
	my @ends = $numeric[$at] ? ($codes->[0], $codes->[-1]) : @$codes;
	# The other rows have any of the codes.
	return map { +{ attribute => $at, codes => [$_], once => exp(-max(0, $label->{rows} - @ends) / @$codes) } } @ends;
}

# Predicates "within all that a bucket shows, and with these values": by how likely one row alone satisfies them, those that are likeliest.
# $number: of how many attributes a value is asked; 0: of one, which is an end.
sub predicates
{
	my ($buckets, $number) = @_;
	my @found;
	for my $here (@$buckets)
	{
		my @others = map {
			my $other = $_;
			+{ bucket => $other, hull => [ map { share($other, $_, $here->{hull}[$_]) } 0 .. $#attributes ] }
		} grep { $_ != $here } @$buckets;
		$_->{rows} = $_->{bucket}{rows} * product(@{ $_->{hull} }) for @others;
		@others = grep { $_->{rows} > 1e-6 } @others;
		my @pieces;
		for my $at (0 .. $#attributes)
		{
			for my $label (@{ $here->{label}[$at] })
			{
				if (!$number) { push @pieces, ends($at, $label); next; }
				# All of a label, and one of its codes.
				push @pieces, { attribute => $at, codes => $label->{codes} };
				push @pieces, { attribute => $at, codes => [ $label->{codes}[ rand @{ $label->{codes} } ] ] } if @{ $label->{codes} } > 1;
			}
		}
		my @tried = $number < 2 ? map { [$_] } @pieces : map { [ @pieces[ rand @pieces, rand @pieces ] ] } 1 .. $pairs_tried / @$buckets;
		for my $tried (@tried)
		{
			next if @$tried > 1 && $tried->[0]{attribute} == $tried->[1]{attribute};
			my $own = $here->{rows} * product(map { share($here, $_->{attribute}, $_->{codes}) } @$tried);
			my $other = sum0(map { my $o = $_; $o->{rows} * product(map { share($o->{bucket}, $_->{attribute}, $_->{codes}) / $o->{hull}[ $_->{attribute} ] } @$tried) } @others);
			# One row of this bucket, if there is but one with it for certain; and none of others.
			my $one = $tried->[0]{once} // (@$tried == 1 && abs($own - 1) < 1e-9 ? 1 : $own * exp(-$own));
			push @found, { bucket => $here, pieces => $tried, chance => $one * exp(-$other) };
		}
	}
	@found = sort { $b->{chance} <=> $a->{chance} } shuffle @found;
	return [ @found[ 0 .. min($best, scalar @found) - 1 ] ];
}

# The share of predicates that exactly one of some persons satisfies.
sub singled_out
{
	my ($predicates, $persons) = @_;
	my %within;
	my $hits = 0;
	for my $predicate (@$predicates)
	{
		my $here = $predicate->{bucket};
		my $within = $within{$here} //= [ grep { my $person = $_; all { $here->{inside}[$_][ $person->[$_] ] } 0 .. $#attributes } @$persons ];
		my @sought = map { [ $_->{attribute}, { map { $_ => 1 } @{ $_->{codes} } } ] } @{ $predicate->{pieces} };
		my $satisfying = grep { my $person = $_; all { $_->[1]{ $person->[ $_->[0] ] } } @sought } @$within;
		++$hits if $satisfying == 1;
	}
	return $hits / @$predicates;
}

# What succeeds beyond what succeeds for persons who are not in the release.
sub risk
{
	my ($success, $without) = @_;
	return $without >= 1 ? 0 : max(0, ($success - $without) / (1 - $without));
}

# How many rows of each bucket are likely to be a person's by what is known.
sub expected_rows
{
	my ($buckets, $person, @asked) = @_;
	return [
		map {
			my $here = $_;
			my $rows = $here->{rows};
			for my $at (@asked)
			{
				my $c = $person->[$at];
				$rows *= $here->{upto}[$at][ $c + 1 ] - $here->{upto}[$at][$c];
				last unless $rows;
			}
			$rows;
		} @$buckets ];
}

# The shares of an attribute's values in all of the release.
sub marginals
{
	my ($buckets) = @_;
	my $all = sum map { $_->{rows} } @$buckets;
	return [
		map {
			my $at = $_;
			[ map { my $c = $_; sum(map { $_->{rows} * ($_->{upto}[$at][ $c + 1 ] - $_->{upto}[$at][$c]) } @$buckets) / $all } 0 .. $#{ $values[$at] } ]
		} 0 .. $#attributes ];
}

# How often a member has a higher score than an outsider: rows that may be the person's, by those that chance would bring.
sub membership
{
	my ($buckets, $marginal) = @_;
	my $score = sub {
		my ($person) = @_;
		return sum(@{ expected_rows($buckets, $person, 0 .. $#attributes) }) / max(1e-300, product(map { $marginal->[$_][ $person->[$_] ] } 0 .. $#attributes));
	};
	my @scored = sort { $a->[0] <=> $b->[0] } (map { [ $score->($_), 1 ] } sample(@published)), map { [ $score->($_), 0 ] } sample(@control);
	my ($below, $won, $members) = (0, 0, 0);
	for (my $i = 0; $i < @scored;)
	{
		my $j = $i;
		++$j while $j < @scored && $scored[$j][0] == $scored[$i][0];
		my $in = grep { $_->[1] } @scored[ $i .. $j - 1 ];
		my $out = $j - $i - $in;
		$won += $in * ($below + $out / 2);
		$below += $out;
		$members += $in;
		$i = $j;
	}
	return $won / ($members * $below);
}

sub sample
{
	my @all = shuffle @_;
	return @all[ 0 .. min($persons_asked, scalar @all) - 1 ];
}

# A classifier that takes attributes for independent given the sensitive one. $weight: by sensitive code, attribute and code how often they
# go together.
sub log_likelihoods
{
	my ($weight, $of_secret, $person) = @_;
	return [ map { my $s = $_; sum(log($of_secret->[$s] + 1e-9), map { log(($weight->[$s][$_][ $person->[$_] ] + 0.5) / ($of_secret->[$s] + 0.5 * @{ $values[$_] })) } @known) } 0 .. $#{ $values[$secret] } ];
}

sub likeliest { my ($scores) = @_; return (sort { $scores->[$b] <=> $scores->[$a] } 0 .. $#$scores)[0]; }

# The share of persons whose sensitive value is guessed: by the buckets alone, by what is learned from all buckets, by both.
sub guessed
{
	my ($buckets) = @_;
	my (@weight, @of_secret);
	for my $s (0 .. $#{ $values[$secret] })
	{
		my @rows = map { $_->{rows} * ($_->{upto}[$secret][ $s + 1 ] - $_->{upto}[$secret][$s]) } @$buckets;
		$of_secret[$s] = sum @rows;
		for my $at (@known)
		{
			my @sum = (0) x @{ $values[$at] };
			for my $i (grep { $rows[$_] } 0 .. $#rows)
			{
				my $upto = $buckets->[$i]{upto}[$at];
				$sum[$_] += $rows[$i] * ($upto->[ $_ + 1 ] - $upto->[$_]) for 0 .. $#sum;
			}
			$weight[$s][$at] = \@sum;
		}
	}
	my @right = (0) x 3;
	my @asked = sample(@published);
	for my $person (@asked)
	{
		my $rows = expected_rows($buckets, $person, @known);
		my @by_bucket = (0) x @{ $values[$secret] };
		for my $i (grep { $rows->[$_] } 0 .. $#$rows)
		{
			my $upto = $buckets->[$i]{upto}[$secret];
			$by_bucket[$_] += $rows->[$i] * ($upto->[ $_ + 1 ] - $upto->[$_]) for 0 .. $#by_bucket;
		}
		my $learned = log_likelihoods(\@weight, \@of_secret, $person);
		my @both = map { $learned->[$_] + ($by_bucket[$_] > 0 ? 0 : -1e6) } 0 .. $#by_bucket;
		my @guesses = (likeliest(\@by_bucket), likeliest($learned), likeliest(\@both));
		$right[$_] += $guesses[$_] == $person->[$secret] for 0 .. 2;
	}
	return max(@right) / @asked;
}

# The same of persons who are not published, learned from their own rows: what statistics tell without the release.
sub guessed_without
{
	my @all = shuffle @control;
	my @train = @all[ 0 .. @all / 2 ];
	my @asked = @all[ @all / 2 + 1 .. $#all ];
	my (@weight, @of_secret);
	for my $s (0 .. $#{ $values[$secret] })
	{
		$of_secret[$s] = 0;
		$weight[$s][$_] = [ (0) x @{ $values[$_] } ] for @known;
	}
	for my $person (@train)
	{
		my $s = $person->[$secret];
		++$of_secret[$s];
		++$weight[$s][$_][ $person->[$_] ] for @known;
	}
	return (grep { likeliest(log_likelihoods(\@weight, \@of_secret, $_)) == $_->[$secret] } @asked) / @asked;
}

# The median relative error of counts of persons with some values of as many attributes: those near a person's. Counts below a thousandth of
# the table count as that.
sub error_of_counts
{
	my ($buckets, @attributes_of) = @_;
	my @errors;
	for (1 .. $questions)
	{
		my $person = $published[ rand @published ];
		my %sought;
		for my $at ($attributes_of[0]->())
		{
			my $reach = $numeric[$at] ? int(@{ $values[$at] } / 10) : 0;
			$sought{$at} = [ max(0, $person->[$at] - $reach) .. min($#{ $values[$at] }, $person->[$at] + $reach) ];
		}
		my $truth = grep { my $one = $_; all { $one->[$_] >= $sought{$_}[0] && $one->[$_] <= $sought{$_}[-1] } keys %sought } @published;
		my $estimate = sum map { my $here = $_; $here->{rows} * product(map { share($here, $_, $sought{$_}) } keys %sought) } @$buckets;
		push @errors, abs($estimate - $truth) / max($truth, @published / 1000);
	}
	return (sort { $a <=> $b } @errors)[ @errors / 2 ];
}

my %rows_with;
++$rows_with{ $_->[$secret] } for @published;
printf "Persons published %d, not published %d. Most frequent value of %s: %.3f. Guessed by what was learned from persons who are not published: %.3f.\n\n",
  scalar @published, scalar @control, $sensitive, max(values %rows_with) / @published, guessed_without();
my @headings = ('release', 'buckets', ('singled out: bucket and value', 'bucket and two values', 'bucket and an end') x $singled_out,
	'member before outsider', 'guessed', 'error of counts of three', "of a value with $sensitive");
print map { '| ' . join(' | ', @$_) . " |\n" } \@headings, [ ('---') x @headings ];
for my $release (@releases)
{
	my $buckets = buckets_of($release);
	my @risks = map { my $predicates = predicates($buckets, $_); !@$predicates ? 0 : risk(singled_out($predicates, \@published), singled_out($predicates, \@control)) } $singled_out ? (1, 2, 0) : ();
	printf "| %s | %d | " . '%.2f | ' x @risks . "%.2f | %.3f | %.3f | %.3f |\n", $release, scalar @$buckets, @risks, membership($buckets, marginals($buckets)), guessed($buckets),
	  error_of_counts($buckets, sub { (shuffle @known)[ 0 .. 2 ] }), error_of_counts($buckets, sub { ($secret, $known[ rand @known ]) });
}
