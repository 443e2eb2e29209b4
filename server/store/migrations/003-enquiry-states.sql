-- The state that the caterer gives an enquiry: 'new', 'answered', 'booked' or 'declined'.
ALTER TABLE enquiry ADD COLUMN state TEXT NOT NULL DEFAULT 'new';

-- The caterer's own words about the enquiry; empty when there are none.
ALTER TABLE enquiry ADD COLUMN note TEXT NOT NULL DEFAULT '';
