-- The event that is attached to the company's mail: an iCalendar file, when the enquiry has a date.
ALTER TABLE mail ADD COLUMN calendar TEXT;
