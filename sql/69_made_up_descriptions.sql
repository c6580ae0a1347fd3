-- Descriptions that a caller has made up from real ones: refused, or read without harm to the server.
SET client_min_messages = error;
CREATE SCHEMA made_up;
SET search_path = made_up, public;
CREATE FUNCTION said(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    EXECUTE statement INTO result;
    RETURN result;
EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
-- Every reader of a release that is taken for registered.
CREATE FUNCTION readers(release text) RETURNS TABLE (call text) LANGUAGE sql AS $$
    SELECT format(c, release) FROM unnest(ARRAY[
        'SELECT count(*) FROM verify_release(%L)', 'SELECT max_probability FROM disclosure(%L)', 'SELECT guess FROM audit_inference(%L, persons => true) LIMIT 1',
        'SELECT count(*) FROM audit_inference(%L)', 'SELECT count(*) FROM audit_membership(%L)', 'SELECT count(*) FROM audit_composition(%L)', 'SELECT count(*) FROM audit_minimality(%L)',
        'SELECT count(*) FROM audit_singling_out(%L)', 'SELECT count(*) FROM audit_linkability(%L)', 'SELECT count(*) FROM matching_buckets(%L, ''{}'')',
        'SELECT membership_likelihood(%L, ''{}'')', 'SELECT estimate_count(%L, ''{}'')', 'SELECT count(*) FROM estimate(%L, ''{}'', ''{count}'')', 'SELECT count(*) FROM information_loss(%L)',
        'SELECT count(*) FROM information_loss(%L, loss => ''entropy'')', 'SELECT kl_divergence(%L)', 'SELECT relative_error(%L)', 'SELECT release_description(%L)']) c $$;

-- A generalized column is sensitive.
CREATE TABLE many AS SELECT i AS id, 'x' || i AS a, 'x' || i % 5 AS b, 's' || i % 6 AS s FROM generate_series(1, 6000) i;
CREATE TABLE few AS SELECT id, 'y' || id % 2 AS a, b, s FROM many;
ALTER TABLE few ADD PRIMARY KEY (id);
SELECT generalize_table('many', 1, sensitive => '{s}', identifiers => '{id}', target => 'labels');
CREATE TABLE copied AS SELECT * FROM labels;
SELECT jsonb_set(release_description('labels'), '{relations,0,columns,0,role}', '"sensitive"') #- '{guarantee,l}' #- '{parameters,l}' #- '{parameters,privacy}' #- '{guarantee,models}' AS d \gset
SELECT register_release('copied', 'few', description => :'d');
SELECT count(*) FROM readers('copied') WHERE said(call) NOT LIKE '42809%';
SELECT register_release('copied', 'few', description => :'d');
