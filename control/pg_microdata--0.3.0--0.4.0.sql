\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.4.0'" to load this file. \quit

-- Versatile publishing.

-- Counts estimated from releases.
