-- What the caterer makes of an enquiry: 'new', 'answered', 'booked' or 'declined'.
ALTER TABLE enquiry ADD COLUMN state TEXT NOT NULL DEFAULT 'new';

-- The caterer's own words about it; empty: none.
ALTER TABLE enquiry ADD COLUMN note TEXT NOT NULL DEFAULT '';
