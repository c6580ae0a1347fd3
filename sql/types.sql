-- Types: lists of names, and privacy models.

-- The parser turns a literal into a value of the argument's type before it looks for a function. Only a type of our own can say
-- what is wrong with sensitive => 'occupation'. A value is a text[] in all but name.
CREATE TYPE @extschema@.text_list;

CREATE FUNCTION microdata.text_list_in(cstring) -- Text of a list.
    RETURNS @extschema@.text_list LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_text_list_in';
COMMENT ON FUNCTION microdata.text_list_in IS 'I/O';

CREATE FUNCTION microdata.text_list_out(@extschema@.text_list) -- List.
    RETURNS cstring LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_text_list_out';
COMMENT ON FUNCTION microdata.text_list_out IS 'I/O';

CREATE FUNCTION microdata.text_list_recv(internal) -- Bytes of a list.
    RETURNS @extschema@.text_list LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_text_list_recv';
COMMENT ON FUNCTION microdata.text_list_recv IS 'I/O';

CREATE FUNCTION microdata.text_list_send(@extschema@.text_list) -- List.
    RETURNS bytea LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_text_list_send';
COMMENT ON FUNCTION microdata.text_list_send IS 'I/O';

CREATE TYPE @extschema@.text_list (
    INPUT = microdata.text_list_in,
    OUTPUT = microdata.text_list_out,
    RECEIVE = microdata.text_list_recv,
    SEND = microdata.text_list_send,
    INTERNALLENGTH = VARIABLE,
    ALIGNMENT = int4,
    STORAGE = extended
);
COMMENT ON TYPE @extschema@.text_list IS 'a list of texts as an argument; arrays of text and of name are accepted as well';

-- The server calls no array binary-compatible: the functions of these casts return their argument. A character(n) becomes text first,
-- without the blanks at its end. pg_upgrade restores functions before casts whose use stands in a body only: so the function is named.
CREATE FUNCTION microdata.as_text_list(text[]) -- Array.
    RETURNS @extschema@.text_list LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_same_array';
COMMENT ON FUNCTION microdata.as_text_list(text[]) IS 'an array as a list';

CREATE FUNCTION microdata.as_text_list(character[]) -- Array.
    RETURNS @extschema@.text_list LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
    RETURN microdata.as_text_list($1::text[]);
COMMENT ON FUNCTION microdata.as_text_list(character[]) IS 'an array of character(n) as a list';

CREATE FUNCTION microdata.as_text_array(@extschema@.text_list) -- List.
    RETURNS text[] LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_same_array';
COMMENT ON FUNCTION microdata.as_text_array IS 'a list as an array';

CREATE CAST (text[] AS @extschema@.text_list) WITH FUNCTION microdata.as_text_list(text[]) AS IMPLICIT;
CREATE CAST (character[] AS @extschema@.text_list) WITH FUNCTION microdata.as_text_list(character[]) AS IMPLICIT;
CREATE CAST (@extschema@.text_list AS text[]) WITH FUNCTION microdata.as_text_array(@extschema@.text_list) AS ASSIGNMENT;
-- PostgreSQL itself turns these arrays into text[] where a function wants one.
CREATE CAST (name[] AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
CREATE CAST (varchar[] AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
CREATE CAST ("char"[] AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
CREATE CAST (information_schema.sql_identifier[] AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
-- A scalar is read like a literal, so that the same HINT explains what is wrong.
CREATE CAST (text AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
CREATE CAST (name AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
CREATE CAST (varchar AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
CREATE CAST (character AS @extschema@.text_list) WITH INOUT AS IMPLICIT;
COMMENT ON CAST (text[] AS @extschema@.text_list) IS 'an array is a list';
COMMENT ON CAST (@extschema@.text_list AS text[]) IS 'a list is an array';
COMMENT ON CAST (name[] AS @extschema@.text_list) IS 'an array is a list';
COMMENT ON CAST (varchar[] AS @extschema@.text_list) IS 'an array is a list';
COMMENT ON CAST ("char"[] AS @extschema@.text_list) IS 'an array is a list';
COMMENT ON CAST (information_schema.sql_identifier[] AS @extschema@.text_list) IS 'an array is a list';
COMMENT ON CAST (character[] AS @extschema@.text_list) IS 'an array is a list';
COMMENT ON CAST (text AS @extschema@.text_list) IS 'a text is read as a list';
COMMENT ON CAST (name AS @extschema@.text_list) IS 'a name is read as a list';
COMMENT ON CAST (varchar AS @extschema@.text_list) IS 'a text is read as a list';
COMMENT ON CAST (character AS @extschema@.text_list) IS 'a text is read as a list';

-- Constructors make privacy models: see models.sql.
CREATE TYPE @extschema@.privacy_model AS (model text, parameters jsonb);
COMMENT ON TYPE @extschema@.privacy_model IS 'a requirement on every bucket or equivalence class of a release; made by constructors such as k_anonymity()';
COMMENT ON COLUMN @extschema@.privacy_model.model IS 'name of the model';
COMMENT ON COLUMN @extschema@.privacy_model.parameters IS 'its parameters';

CREATE FUNCTION microdata.privacy_model_array(@extschema@.privacy_model) -- Privacy model.
    RETURNS @extschema@.privacy_model[] LANGUAGE c IMMUTABLE PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_privacy_model_array';
COMMENT ON FUNCTION microdata.privacy_model_array IS 'makes an array of a single model';

CREATE CAST (@extschema@.privacy_model AS @extschema@.privacy_model[]) WITH FUNCTION microdata.privacy_model_array(@extschema@.privacy_model) AS IMPLICIT;
COMMENT ON CAST (@extschema@.privacy_model AS @extschema@.privacy_model[]) IS 'a single model is an array of one';
