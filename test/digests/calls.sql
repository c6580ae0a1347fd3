-- The calls on record, as data: the file that an entry goes to, and the call's text.
CREATE TABLE calls (number serial, family text, call text, kind text, judged boolean DEFAULT false, UNIQUE (call));
CREATE TABLE figures (number serial, family text, call text, always boolean DEFAULT false);

-- Adds a call for each line: $1 is the family, $2 the call with the line in place of ..., $3 the lines. Those that begin with * are
-- judged by all figures, others by some.
CREATE FUNCTION add(family text, call text, lines text, kind text DEFAULT 'release') RETURNS void LANGUAGE sql AS $$
  INSERT INTO calls (family, call, kind, judged)
  SELECT family, replace(call, '...', ltrim(line, '*')), kind, line LIKE '*%' FROM regexp_split_to_table(btrim(lines, E'\n'), E'\n') line $$;
CREATE FUNCTION judge(family text, lines text, always boolean DEFAULT false) RETURNS void LANGUAGE sql AS $$
  INSERT INTO figures (family, call, always) SELECT family, line, always FROM string_to_table(btrim(lines, E'\n'), E'\n') line $$;

SELECT add('slicing', 'slice_table(''people'', ..., seed => 1)', $$
*2, 3
2, 1
2, 2.5
3, 3
5, 2
4, 4
1, 1
2, 30
2, 3, k => 2
3, 2, k => 4, strict => true
2, 3, strict => true
2, 3, diversity_check => 'exact'
4, 2, diversity_check => 'exact', strict => true
2, 2, sensitive_column_size => 3
2, 3, sensitive_column_size => 2, infeasible => 'regroup'
2, 4, sensitive_column_size => 3, infeasible => 'generalize'
2, 2, sensitive_column_size => 2, infeasible => 'suppress', suppress => 0.3
2, 4, sensitive_column_size => 3, infeasible => 'error'
*3, 3, discretization => 'k-means'
3, 3, intervals => 4
2, 3, groups => ARRAY['age, sex', 'zipcode, height, education, admitted, drug', 'disease']
2, 2, groups => ARRAY['age, zipcode, height, education, admitted, drug', 'sex, disease'], infeasible => 'generalize'
2, 5.4, suppress => 0.1
2, 3, cuts => 'oblivious', sensitive_column_size => 1
2, 3, cuts => 'oblivious', k => 3, sensitive_column_size => 1
2, 3, cuts => 'correlation'
2, 2, inference => 0.5
2, 3, sensitive => '{disease,drug}'
3, 2, sensitive => '{disease,drug}', sensitive_column_size => 2
2, 3, insensitive => '{height,admitted}'
2, 3, quasi_identifiers => '{id}'
2, 3, target => 'other'
$$);
SELECT add('slicing', 'slice_table(''crowd'', ..., seed => 1)', $$
2, 3
2, 4, diversity_check => 'exact'
2, 2, cuts => 'oblivious', sensitive_column_size => 1
3, 2, cuts => 'correlation'
2, 2, k => 20, sensitive_column_size => 2
2, 3, strict => true, regions => 1
$$);
SELECT add('slicing', 'slice_table(''things'', ..., seed => 1)', $$
3, 2
4, 2, k => 3
2, 2, sensitive_column_size => 4, infeasible => 'generalize'
$$);
SELECT add('slicing', 'slice_table(''people'', 2, 3, seed => ...)', E'2\n-1\n9223372036854775807');

SELECT add('bucketization', 'bucketize_table(''people'', ..., seed => 1)', $$
*3
1
2.5
5.4, suppress => 0.1
30
*3, method => 'anatomy'
2.5, method => 'anatomy'
4, method => 'anatomy', suppress => 0.05
*4, format => 'anatomy'
3, method => 'anatomy', format => 'anatomy'
3, cuts => 'oblivious'
3, cuts => 'oblivious', format => 'anatomy'
2, inference => 0.5
2, inference => 0.5, method => 'anatomy'
3, sensitive => '{disease,drug}'
2, sensitive => '{disease,drug}', method => 'anatomy'
2, sensitive => '{disease,drug}', format => 'anatomy'
2, sensitive => '{disease,drug,education}', suppress => 0.2
3, insensitive => '{height,admitted}', identifiers => '{zipcode}'
$$);
SELECT add('bucketization', 'bucketize_table(''crowd'', ..., seed => 1)', E'3\n3, method => ''anatomy''\n4, format => ''anatomy''\n3, cuts => ''oblivious''');
SELECT add('bucketization', 'bucketize_table(''things'', ..., seed => 1)', E'2\n2, method => ''anatomy'', format => ''anatomy''');

SELECT add('generalization', 'generalize_table(''people'', ..., seed => 1)', $$
*5
2
1000
1001
*5, l => 3
5, l => 5.4, suppress => 0.1
5, l => 3, strict => false
5, loss => 'values'
5, l => 2, loss => 'entropy'
5, cuts => 'oblivious', strict => false, l => 2
*5, recoding => 'multiset'
5, recoding => 'multiset', l => 3, strict => false, loss => 'entropy'
5, recoding => 'multiset', cuts => 'oblivious', strict => false, l => 2
5, sensitive => '{disease,drug}', l => 2
5, sensitive => '{}'
$$);
SELECT add('generalization', 'generalize_table(''people'', ..., hierarchies => ''{"age": "ages", "zipcode": "zips", "education": "schools", "sex": "sexes", "height": "heights", "admitted": "days"}'', seed => 1)', $$
*5
5, l => 3
5, l => 2, strict => false, loss => 'values'
5, recoding => 'multiset'
*5, recoding => 'full-domain', suppress => 0.1
5, recoding => 'full-domain', l => 2, suppress => 0.05
10, recoding => 'full-domain', loss => 'entropy'
*5, recoding => 'cell', suppress => 0.1
5, recoding => 'cell', l => 2, suppress => 0.2
10, recoding => 'cell', loss => 'values'
$$);
SELECT add('generalization', 'generalize_table(''crowd'', ..., seed => 1)', $$
10
10, l => 4
10, l => 2, cuts => 'oblivious', strict => false
10, recoding => 'multiset'
10, recoding => 'full-domain'
10, recoding => 'cell', suppress => 0.01
$$);
SELECT add('generalization', 'generalize_table(''things'', ..., seed => 1)', E'3\n4, strict => false\n4, recoding => ''multiset''\n5, l => 2, loss => ''values''\n5, recoding => ''cell''');

SELECT add('models', 'slice_table(''people'', 2, 1, privacy => ARRAY[...], seed => 1)', $$
k_anonymity(6)
l_diversity(3)
l_diversity(4, 'distinct')
l_diversity(3, 'entropy')
l_diversity(3, 'recursive', 2)
alpha_k_anonymity(0.4, 4)
alpha_k_anonymity(0.2, 3, 'flu')
t_closeness(0.3)
t_closeness(0.3, 'hierarchical')
delta_disclosure(1.5)
beta_likeness(2)
rho_breach(0.1, 0.6)
belief_distance(0.4)
belief_distance(0.5, 'kullback-leibler')
belief_distance(0.2, 'jensen-shannon')
k_anonymity(4), t_closeness(0.4), l_diversity(2, 'entropy')
t_closeness(0)
$$);
INSERT INTO calls (family, call, kind, judged) SELECT family, replace(call, 'slice_table(''people'', 2, 1,', 'bucketize_table(''people'', 1,'), kind, judged FROM calls WHERE family = 'models' ORDER BY number;
INSERT INTO calls (family, call, kind, judged) SELECT family, replace(call, 'slice_table(''people'', 2, 1,', 'generalize_table(''people'', 2,'), kind, judged FROM calls WHERE family = 'models' AND call LIKE 'slice%' ORDER BY number;
SELECT add('models', '..., sensitive => ''{small}'', quasi_identifiers => ''{disease}'', privacy => ARRAY[t_closeness(0.1, ''ordered'')], seed => 1)', E'slice_table(''things'', 2, 1\nbucketize_table(''things'', 1\ngeneralize_table(''things'', 2');
SELECT add('models', 'bucketize_table(''people'', 2, method => ''anatomy'', privacy => ARRAY[...], seed => 1)', E't_closeness(0.3)\nk_anonymity(7)');
SELECT add('models', 'generalize_table(''crowd'', 5, cuts => ''oblivious'', strict => false, privacy => ARRAY[...], seed => 1)', E't_closeness(0.3)\nl_diversity(3, ''entropy'')');

SELECT add('persons', '...)', $$
*slice_table('visits', 2, 2, seed => 1
slice_table('visits', 3, 3, rows_per_person => 2, suppress => 0.7, seed => 1
slice_table('visits', 2, 2, groups => ARRAY['age, sex', 'zipcode'], seed => 1
slice_table('visits', 2, 2, cuts => 'oblivious', seed => 1
slice_table('visits', 2, 2, identifiers => '{ward,day}', seed => 1
slice_table('visits', 2, 4, suppress => 0.7, seed => 1
*bucketize_table('visits', 2, seed => 1
bucketize_table('visits', 3, method => 'anatomy', suppress => 0.7, seed => 1
bucketize_table('visits', 2, rows_per_person => 1, seed => 1
slice_table('visits', 2, 2, suppress => 0.7, inference => 0.7, seed => 1
bucketize_table('visits', 2, suppress => 0.7, inference => 0.7, seed => 1
bucketize_table('visits', 2, sensitive => '{disease,ward}', suppress => 0.7, seed => 1
bucketize_table('visits', 2, cuts => 'oblivious', seed => 1
bucketize_table('visits', 1, privacy => ARRAY[k_anonymity(4), l_diversity(2, 'entropy')], seed => 1
bucketize_table('visits', 2, format => 'anatomy', seed => 1
*generalize_table('visits', 3, seed => 1
generalize_table('visits', 3, l => 1.5, seed => 1
generalize_table('visits', 3, l => 2, recoding => 'multiset', rows_per_person => 2, seed => 1
generalize_table('visits', 3, strict => false, loss => 'entropy', seed => 1
generalize_table('visits', 3, recoding => 'cell', hierarchies => '{"age": "ages", "zipcode": "zips", "day": "days", "sex": "sexes"}', seed => 1
slice_rows(NULL::visits, 2, 2, seed => 1
bucketize_rows(NULL::visits, 2, seed => 1
slice_table('people', 2, 3, subject => '{id}', seed => 1
slice_table('visits', 2, 2, regions => 2, suppress => 0.7, seed => 1
bucketize_table('visits', 2, regions => 2, suppress => 0.7, seed => 1
bucketize_table('visits', 2, regions => 2, suppress => 0.7, format => 'tables', seed => 1
generalize_table('visits', 3, l => 1.5, regions => 2, suppress => 0.7, seed => 1
$$);
-- The same in tables apart.
INSERT INTO calls (family, call, kind, judged)
SELECT family, replace(call, ', seed => 1)', ', format => ''tables'', seed => 1)'), kind, judged FROM calls WHERE family = 'persons' AND call ~ '_table\(''visits' AND call !~ 'format|regions' ORDER BY number;


SELECT add('harmless', '...)', $$
*slice_table('people', 2, 4.5, harmless => '{"disease": ["flu", "gastritis"]}', seed => 1
slice_table('people', 2, 4.5, diversity_check => 'exact', harmless => '{"disease": ["flu", "gastritis"]}', seed => 1
slice_table('people', 2, 4, sensitive_column_size => 3, infeasible => 'generalize', harmless => '{"disease": ["flu", "gastritis"]}', seed => 1
slice_table('people', 2, 4.5, cuts => 'oblivious', sensitive_column_size => 1, harmless => '{"disease": ["flu", "gastritis"]}', seed => 1
slice_table('people', 2, 4.5, regions => 3, harmless => '{"disease": ["flu", "gastritis"]}', seed => 1
*bucketize_table('people', 4.5, harmless => '{"disease": ["flu", "gastritis"]}', seed => 1
bucketize_table('people', 4.5, method => 'anatomy', harmless => '{"disease": ["flu", "gastritis"]}', seed => 1
bucketize_table('people', 3, sensitive => '{disease,drug}', harmless => '{"disease": ["flu"], "drug": ["none"]}', seed => 1
*generalize_table('people', 5, l => 4.5, harmless => '{"disease": ["flu", "gastritis"]}', seed => 1
generalize_table('people', 5, l => 4, recoding => 'multiset', strict => false, loss => 'entropy', harmless => '{"disease": ["flu", "gastritis"]}', seed => 1
generalize_table('people', 5, privacy => ARRAY[l_diversity(3, 'entropy'), beta_likeness(2)], harmless => '{"disease": ["flu", "gastritis"]}', seed => 1
*slice_table('visits', 2, 4, suppress => 0.7, harmless => '{"disease": ["flu", null]}', seed => 1
bucketize_table('visits', 3, method => 'anatomy', suppress => 0.7, harmless => '{"disease": ["flu", null]}', seed => 1
generalize_table('visits', 3, l => 2, harmless => '{"disease": ["flu", null]}', seed => 1
$$);

SELECT add('decomposition', 'gnf_decompose(''people'', ..., seed => 1)', $$
*3, '{"age, sex -> disease"}'
3, '{"age, sex -> disease","zipcode -> drug"}'
*3, '{"age, sex -> disease","zipcode -> drug"}', algorithm => 'gd'
2, '{"age, sex -> disease, drug"}', algorithm => 'gd'
2, '{"age, sex -> disease, drug"}'
3, '{"age, sex -> disease","zipcode -> education"}', algorithm => 'single-attribute'
2, '{"age -> disease","sex -> drug"}', algorithm => 'multi-sa', suppress => 0.5
3, '{"age -> disease"}', insensitive => '{height}'
5.4, '{"age -> disease"}', suppress => 0.1
1, '{"age -> disease"}', privacy => ARRAY[t_closeness(0.3)]
3, '{"age -> disease","disease -> zipcode"}', algorithm => 'gd', sensitive => '{disease}'
30, '{"age -> disease"}'
$$);
SELECT add('decomposition', '...)', $$
gnf_decompose('crowd', 3, '{"age, zipcode -> disease"}', seed => 1
gnf_decompose('crowd', 3, '{"age, zipcode -> disease"}', algorithm => 'gd', seed => 1
add_privacy_rule('people', 'age -> disease', l => 2); add_privacy_rule('people', 'zipcode -> drug', privacy => l_diversity(2, 'entropy')); gnf_decompose('people', 3, seed => 1
gnf_decompose('people', 4.5, '{"age, sex -> disease"}', sensitive => '{disease}', harmless => '{"disease": ["flu", "gastritis"]}', seed => 1
gnf_decompose('people', 4, '{"age, sex -> disease, drug"}', algorithm => 'gd', sensitive => '{disease,drug}', harmless => '{"disease": ["flu", "gastritis"], "drug": ["none"]}', seed => 1
gnf_decompose('people', 2, '{"age -> disease","sex -> drug"}', algorithm => 'multi-sa', suppress => 0.5, sensitive => '{disease,drug}', harmless => '{"disease": ["flu"], "drug": ["none"]}', seed => 1
$$);

SELECT add('fragmentation', 'fragment_table(''people'', ..., seed => 1)', $$
*5, 'drug', sensitive => '{}'
5, 'disease', 3, l => 2
5, 'drug', 2, method => 'naive', sensitive => '{}'
5, 'sex', 2, sensitive => '{}'
*5, 'drug', 2, method => 'delta-selectivity', sensitive => '{}'
5, 'drug', 3, method => 'delta-selectivity', delta => 0.8, sensitive => '{}'
5, 'drug', 1, sensitive => '{}'
*4, 'disease', 2
4, 'drug', 2, l => 2
4, 'disease', 2, privacy => ARRAY[l_diversity(2, 'entropy')]
4, 'sex', 3, insensitive => '{height,drug}', l => 2
5000, 'drug'
$$);
SELECT add('fragmentation', 'fragment_table(''crowd'', ..., seed => 1)', E'10, ''disease'', 2\n10, ''sex'', 2, sensitive => ''{}''');

SELECT add('regions', '..., seed => 1)', $$
slice_table('crowd', 2, 3, regions => 4
*slice_table('people', 2, 3, regions => 4
slice_table('people', 2, 3, regions => 3, k => 2
slice_table('people', 2, 2, regions => 3, sensitive_column_size => 2
slice_table('people', 2, 2, regions => 3, sensitive_column_size => 3, infeasible => 'generalize'
slice_table('people', 2, 3, regions => 3, groups => ARRAY['age, sex, zipcode, height', 'education, admitted, drug', 'disease']
slice_table('people', 2, 3, regions => 3, suppress => 0.05
slice_table('people', 2, 3, regions => 3, cuts => 'oblivious', sensitive_column_size => 1
slice_table('people', 2, 3, regions => 3, cuts => 'correlation'
slice_table('people', 2, 2, regions => 3, diversity_check => 'exact', strict => true
slice_table('people', 2, 2, regions => 3, privacy => ARRAY[t_closeness(0.3)]
slice_table('people', 2, 2, regions => 3, sensitive => '{disease,drug}'
slice_table('things', 2, 2, regions => 3
*bucketize_table('people', 3, regions => 4
bucketize_table('people', 3, regions => 3, method => 'anatomy'
bucketize_table('people', 3, regions => 3, format => 'anatomy'
bucketize_table('people', 3, regions => 3, method => 'anatomy', format => 'anatomy'
bucketize_table('people', 3, regions => 3, cuts => 'oblivious'
bucketize_table('crowd', 4, regions => 5
*generalize_table('people', 5, regions => 4
generalize_table('people', 5, l => 2, regions => 3
generalize_table('people', 5, l => 2, regions => 3, strict => false, cuts => 'oblivious'
generalize_table('people', 5, regions => 3, recoding => 'multiset', loss => 'entropy'
generalize_table('people', 5, regions => 3, hierarchies => '{"zipcode": "zips", "education": "schools"}', loss => 'values'
generalize_table('people', 5, regions => 3, recoding => 'full-domain', hierarchies => '{"age": "ages", "zipcode": "zips"}'
generalize_table('crowd', 10, regions => 4
generalize_table('crowd', 10, l => 2, regions => 3, hierarchies => '{}'
$$);
SELECT add('partitions', '...', $$
*slice_table('stays', 2, 3, seed => 1)
slice_table('stays', 2, 3, regions => 4, seed => 1)
slice_table('stays', 2, 3, regions => 1, seed => 1)
slice_table('stays', 2, 2, groups => ARRAY['day, age', 'sex, ward', 'disease'], seed => 1)
slice_table('wards', 2, 2, seed => 1)
slice_table('wards', 2, 2, groups => ARRAY['ward, age', 'sex, day', 'disease'], seed => 1)
bucketize_table('stays', 3, seed => 1)
bucketize_table('stays', 3, method => 'anatomy', seed => 1)
bucketize_table('wards', 2, cuts => 'oblivious', seed => 1)
generalize_table('stays', 5, seed => 1)
slice_table('stays', 2, 3, regions => 1, seed => 1); republish_partitions('stays_sliced', '{stays_q2}')
$$);

SELECT add('in_place', 'slice_table(''guests'', ..., in_place => true, seed => 1); contents(''guests'')', $$
2, 3
3, 2, groups => ARRAY['age, sex', 'zipcode, education, admitted', 'disease']
2, 3, diversity_check => 'exact', strict => true
2, 3, cuts => 'oblivious', sensitive_column_size => 1
2, 3, k => 2
$$);
SELECT add('in_place', 'slice_table(..., in_place => true, seed => 1); contents(''crowd'')', $$
'crowd', 2, 3
'people', 2, 3
$$);
SELECT add('replaced', '..., replace => true, seed => 2)', $$
slice_table('people', 2, 3, seed => 1); slice_table('people', 3, 2
bucketize_table('people', 3, seed => 1); bucketize_table('people', 3, format => 'anatomy'
generalize_table('people', 5, seed => 1); generalize_table('people', 6, l => 2
gnf_decompose('people', 3, '{"age -> disease"}', seed => 1); gnf_decompose('people', 3, '{"sex -> disease"}'
fragment_table('people', 5, 'drug', 3, sensitive => '{}', seed => 1); fragment_table('people', 5, 'drug', 2, sensitive => '{}'
$$);

SELECT add('rows', '..., seed => 1)', $$
slice_rows(NULL::people, 2, 3
slice_rows(NULL::people, 3, 2, strict => true, diversity_check => 'exact'
slice_rows(NULL::people, 2, 3, cuts => 'oblivious', sensitive_column_size => 1
slice_rows(NULL::things, 2, 2
bucketize_rows(NULL::people, 3
bucketize_rows(NULL::people, 3, method => 'anatomy'
bucketize_rows(NULL::people, 2, sensitive => '{disease,drug}'
$$);

SELECT add('series', 'create_series(''weekly'', ''patients'', ''...; persons_of_editions(''weekly''); promises_of_editions(''weekly'')', $$
bucketization', m => 3); publish_series('weekly'); columns_of('weekly_1', '{age,sex,zipcode,disease}'); sizes_of('weekly_1', 'bucket')
bucketization', '{"format": "anatomy"}', m => 4); publish_series('weekly'); columns_of('weekly_1_qit', '{age,sex,zipcode}'); columns_of('weekly_1_st', '{disease}')
slicing', '{"columns": 3}', m => 2); publish_series('weekly'); columns_of('weekly_1', '{age,sex,zipcode,disease}'); sizes_of('weekly_1', 'bucket')
slicing', '{"groups": ["age, sex", "zipcode", "disease"]}'); publish_series('weekly'); sizes_of('weekly_1', 'bucket')
generalization', m => 3); publish_series('weekly'); columns_of('weekly_1', '{disease}'); sizes_of('weekly_1', 'class')
generalization', '{"hierarchies": {"age": "ages", "zipcode": "zips"}}', m => 4); publish_series('weekly'); sizes_of('weekly_1', 'class')
bucketization', m => 8); publish_series('weekly')
bucketization', '{"harmless": {"disease": ["flu"]}}', m => 4); publish_series('weekly'); columns_of('weekly_1', '{age,sex,zipcode,disease}')
bucketization', '{"format": "anatomy", "harmless": {"disease": ["flu", "gastritis"]}}', m => 3); publish_series('weekly'); columns_of('weekly_1_qit', '{age,sex,zipcode}')
$$, 'figure');
SELECT add('series', 'create_series(''weekly'', ''visits'', ''bucketization'', ''{"rows": "growing", "identifiers": ["ward", "day"]}'', m => 2); ...', $$
publish_series('weekly'); columns_of('weekly_1', '{age,sex,zipcode}'); columns_of('weekly_1_values', '{disease}'); sizes_of('weekly_1', 'bucket')
persons_of_editions('weekly', false); promises_of_editions('weekly')
$$, 'figure');
SELECT add('series', 'create_series(''weekly'', ''patients'', ..., "seed": 1}'', independent => true); three_editions(''weekly'')', $$
'slicing', '{"columns": 2, "l": 3
'bucketization', '{"l": 3
'bucketization', '{"l": 3, "format": "anatomy"
'generalization', '{"k": 5
'gnf', '{"l": 3, "rules": ["age -> disease"]
'fragmentation', '{"k": 5, "class": "disease", "fragments": 1
$$);
SELECT add('series', 'create_series(''monthly'', ''stays'', ''slicing'', ''{"columns": 2, "l": 3, "seed": 1}'', independent => true); publish_series(''monthly''); pass_week(2); publish_series(''monthly'', ...)', $$
NULL
'{stays_q2}'
$$);

SELECT judge('verification', 'verify_release(this)', true);
SELECT judge('disclosure', 'disclosure(this)', true);
SELECT judge('inference', $$
audit_inference(this, seed => 1)
audit_inference(this, model => 'naive_bayes', iterations => 3, seed => 1)
audit_inference(this, seed => 1, control => 0.3)
audit_inference(this, model => 'naive_bayes', seed => 1, outsiders => elsewhere)
$$);
SELECT judge('membership', $$
audit_membership(this, seed => 1)
audit_membership(this, seed => 1, control => 0.3)
audit_membership(this, elsewhere, seed => 1)
microdata.membership_likelihood(this, '{"age": 40, "sex": "F", "drug": "none"}')
$$);
SELECT judge('audits', $$
audit(this, control => NULL, seconds => NULL, seed => 1)
audit(this, control => 0.3, seconds => NULL, seed => 1)
audit_composition(ARRAY[this]::regclass[], seed => 1)
audit_composition(ARRAY[this]::regclass[], seed => 1, control => 0.3)
audit_composition(ARRAY[this]::regclass[], seed => 1, outsiders => elsewhere)
audit_minimality(this, seed => 1)
audit_minimality(this, seed => 1, control => 0.3)
audit_minimality(this, seed => 1, outsiders => elsewhere)
audit_singling_out(this, 300, seed => 1)
audit_singling_out(this, 300, control => 0.3, seed => 1)
audit_singling_out(this, 300, outsiders => elsewhere, seed => 1)
audit_linkability(this, attacks => 300, seed => 1)
audit_linkability(this, '{age,sex}', '{zipcode,disease}', 300, seed => 1)
audit_linkability(this, attacks => 300, control => 0.3, seed => 1)
audit_linkability(this, attacks => 300, outsiders => elsewhere, seed => 1)
$$);
SELECT judge('estimates', $$
matching_buckets(this, '{"age": 40, "sex": "F"}')
matching_buckets(this, '{"zipcode": "47911"}')
estimate_count(this, '{}', 'mixed')
estimate_count(this, '{"disease": "flu"}', 'mixed')
estimate_count(this, '{"age": {"between": [30, 50]}, "disease": ["flu", "asthma"]}', 'mixed')
estimate_count(this, '{"age": {"between": [30, 50]}, "sex": "F"}', 'mixed')
estimate_count(this, '{"zipcode": ["47901", "47902", "47903"], "sex": "M", "disease": "eczema"}', 'mixed')
estimate(this)
estimate(this, '{disease}', method => 'mixed')
estimate(this, '{disease}', '{"sex": "F"}')
estimate(this, '{sex,disease}', measures => '{count,avg(age),sum(age)}')
estimate(this, '{sex}', '{"age": {">=": 30, "<": 60}, "or": [{"disease": "flu"}, {"zipcode": "47911"}]}', method => 'mixed')
microdata.relative_error(this, queries => 100, seed => 1)
microdata.relative_error(this, 2, 0.2, 100, 1, '{age,disease}')
$$);
SELECT judge('loss', $$
microdata.information_loss(this)
microdata.information_loss(this, 'width')
microdata.information_loss(this, 'values')
microdata.information_loss(this, 'entropy')
microdata.kl_divergence(this)
release_description(this)
$$);

SELECT add('inference', '...(''patients'', 2, seed => 1, target => ''shown''); audit_inference(''shown'', seed => 1, persons => true)', E'bucketize_table\ngeneralize_table', 'figure');
SELECT add('inference', 'slice_table(''crowd'', 2, 3, seed => 1); audit_inference(''crowd_sliced'', ...', 'seed => 1)
model => ''naive_bayes'', seed => 1)', 'figure');
SELECT add('estimates', 'bucketize_table(''crowd'', 3, seed => 1); estimate(''crowd_bucketized'', ''{sex}'', ''{"disease": "flu"}'', method => ''...'')', E'mixed\nlikelihood', 'figure');
SELECT add('membership', 'generalize_table(''crowd'', ..., seed => 1); audit_membership(''crowd_generalized'', seed => 1)', '10', 'figure');
SELECT add('audits', 'slice_table(''people'', 2, 3, seed => 1); bucketize_table(''people'', 3, seed => 1); generalize_table(''people'', 5, seed => 1); audit_composition(..., seed => 1)', $$
source => 'people'
'{people_sliced,people_bucketized}'
source => 'people', control => 0.3
source => 'people', outsiders => 'people_elsewhere'
$$, 'figure');
SELECT add('exploration', 'explore(''people'', ..., seed => 1)', $$
'slicing', sample => 300
'slicing', '{"columns": [2, 3], "l": [2, 4], "k_anonymity": [1, 5]}'
'slicing', '{"columns": 2, "l": 3, "cuts": ["width", "oblivious"]}', sample => 400
'bucketization', '{"l": [2, 5, 30], "method": ["mondrian", "anatomy"]}'
'generalization', '{"k": [3, 10], "l": [2, 3], "recoding": ["mondrian", "multiset"]}'
'generalization', '{"k": 5, "t_closeness": [0.2, 0.4], "loss": ["width", "entropy"]}'
'gnf', '{"l": [2, 3], "rules": ["age -> disease"], "algorithm": ["uad", "gd"]}'
'fragmentation', '{"k": [3, 8], "class": "disease", "fragments": [1, 2]}'
$$, 'figure');
SELECT add('exploration', 'advise(..., seed => 1)', $$'people'$$, 'figure');
SELECT add('exploration', 'explore(''visits'', ..., seed => 1)', $$'bucketization', '{"l": [2, 3]}'$$, 'figure');
SELECT add('risk', 'risk(...)', $$
'people'
'people', 3, quasi_identifiers => '{id}'
'people', 2, 'population', identifiers => '{id,height,admitted,zipcode}'
'people', 10, identifiers => '{id,height,admitted,zipcode}'
'visits'
'crowd', 20
'things'
$$, 'figure');
SELECT add('plans', '...)', $$
microdata.plan_regions('crowd', 4, 3, seed => 1
microdata.plan_regions('people', 4, 3, columns => 2, seed => 1
microdata.plan_regions('people', 4, 3, k => 2, cuts => 'oblivious', seed => 1
microdata.plan_regions('stays', 4, 3, columns => 2, seed => 1
microdata.plan_regions('things', 3, 2, privacy => ARRAY[t_closeness(0.4)], seed => 1
attribute_correlation('people'
attribute_correlation('people', 'mutual-information'
attribute_correlation('people', 'pearson'
attribute_correlation('things', 'phi2', 'k-means', 5
attribute_partition('people', 2
attribute_partition('people', 4, sensitive_column_size => 2
attribute_partition('things', 3
microdata.gnf_plan('people', 3, '{"age, sex -> disease"}', 'single-attribute'
microdata.fragment_plan('people', 'disease'
microdata.fragment_plan('people', 'drug', 3
microdata.functional_dependencies('people', 1
microdata.functional_dependencies('crowd', 2
microdata.irreducible_privacy_rules('{"a -> b","a, c -> b","d -> e"}'
microdata.expand_privacy_rules('{"a -> b"}', '{"c -> b","d -> c"}'
microdata.check_gnf('{"race, zipcode : race -> zipcode","race, age"}', '{"race -> zipcode","age -> zipcode"}'
microdata.check_gnf('{"race, zipcode : race -> zipcode","race, age"}', '{"race -> zipcode","age -> zipcode"}', 'bucketized'
hierarchy_labels('people', 'zipcode', 'zips'
hierarchy_labels('people', 'disease'
hierarchy_labels('people', 'age', 'ages'
hierarchy_labels('people', 'admitted', 'days'
classify('people'
classify('visits'
classify('things'
$$, 'figure');
SELECT add('verification', 'CREATE TABLE copy AS SELECT sex, age, disease FROM people ORDER BY id; slice_table(''copy'', 2, 2, sensitive => ''{disease}'', seed => 1); UPDATE copy_sliced SET ...; verify_release(''copy_sliced'')', $$
disease = 'flu' WHERE bucket = 3
age = age + 1 WHERE bucket < 5
bucket = 1 WHERE bucket = 2
$$, 'figure');
