-- Loads data/german_credit.csv into the table "customers", and numbers the customers. For psql started in the folder of the project.
CREATE TABLE customers (
    checking_status text, duration integer, credit_history text, purpose text, credit_amount integer,
    savings_status text, employment text, installment_commitment integer, personal_status text, other_parties text,
    residence_since integer, property_magnitude text, age integer, other_payment_plans text, housing text,
    existing_credits integer, job text, num_dependents integer, own_telephone text, foreign_worker text, class text);
\copy customers FROM 'data/german_credit.csv' (FORMAT csv, HEADER)
ALTER TABLE customers ADD COLUMN customer_no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
