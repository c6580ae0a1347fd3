# Audits and measures of a release by regions, within less memory than the same of a release that was made at once.
# Rooms: src/core/regions src/postgres/*region*
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('audits_by_regions', 'max_wal_size = 4GB', 'work_mem = 4MB');
people($node, 'people', 300_000);
# Of attributes whose domain figures are relative to, the distinct values count: here there are few.
$node->safe_psql('postgres', q{
	CREATE TABLE coarse AS SELECT age, income / 1000 AS income, town, sex, children, job, postcode / 1000 AS postcode, disease FROM people;
	ANALYZE coarse});
$node->safe_psql('postgres', qq{
	SELECT bucketize_table('$_', 4, sensitive => '{disease}', regions => 12, target => '${_}_by_regions');
	SELECT bucketize_table('$_', 4, sensitive => '{disease}', regions => 1, target => '${_}_at_once')}) for qw(people coarse);

my %call = (
	audit_inference => q{SELECT persons > 1000 FROM audit_inference('%s', model => 'naive_bayes', iterations => 1, seed => 1)},
	audit_membership => q{SELECT bool_and(members = 50000) FROM audit_membership('%s', seed => 1)},
	audit_singling_out => q{SELECT count(*) = 5 FROM audit_singling_out('%s', attacks => 100, seed => 1)},
	audit_linkability => q{SELECT attacks = 20 FROM audit_linkability('%s', attacks => 20, seed => 1)},
	audit_composition => q{SELECT bool_and(persons = 100000) FROM audit_composition('{%s}', seed => 1)},
	relative_error => q{SELECT queries = 5 FROM microdata.relative_error('%s', 2, 0.4, 5, seed => 1)});
my $limit = '100MB';
my $bytes_allowed = sub { my $bytes = ($_[0] + 100 * 1024) * 1024; return "--as=$bytes:$bytes" };
for my $function (sort keys %call)
{
	my $source = $function =~ /linkability|singling_out|relative_error/ ? 'coarse' : 'people';
	my ($out, $error) = limited($node, $bytes_allowed,
		qq{SET pg_microdata.memory_limit = '$limit'; } . sprintf($call{$function}, "${source}_by_regions"));
	unlike($error, qr/ERROR/, "$function by regions: within so little memory");
	like($out, qr/^t$/m, "$function by regions: figures");
	(undef, $error) = limited($node, $bytes_allowed, qq{SET pg_microdata.memory_limit = '$limit'; } . sprintf($call{$function}, "${source}_at_once"));
	like($error, qr/ERROR:\s+53200.*not made by regions/s, "$function of what was made at once: fails with the reason");
	next if $source eq 'people';
	# 355,000 values of two attributes do not fit.
	(undef, $error) = limited($node, $bytes_allowed, qq{SET pg_microdata.memory_limit = '$limit'; } . sprintf($call{$function}, 'people_by_regions'));
	like($error, qr/ERROR:\s+53200.*the limit is 100 MB.*MB for what is known in each/s, "$function: values that are too many are counted first");
}
done_testing();
