-- How often something happened on a day. Nothing in it belongs to one visitor.
CREATE TABLE visit_count (
  -- '2027-03-05', in the site's time zone.
  day TEXT NOT NULL,
  -- 'view' of a page, form 'begun', form 'sent'.
  kind TEXT NOT NULL,
  -- '/home'; empty for the form.
  page TEXT NOT NULL,
  count BIGINT NOT NULL,
  PRIMARY KEY (day, kind, page)
);
