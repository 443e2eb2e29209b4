import { testAccepting } from './conformance/accepting.ts';
import { testListingAndRetention } from './conformance/listing-and-retention.ts';
import { testMails } from './conformance/mails.ts';
import { type OpenStores, openForEachTest } from './conformance/store-under-test.ts';

/**
 * Declares what every store must do, for SQLite and for PostgreSQL.
 *
 * @param open opens an empty store; its `again` opens the same data, as a second process does
 */
export function testStoreConformance(open: OpenStores): void {
  const setup = openForEachTest(open);
  testAccepting(setup);
  testMails(setup);
  testListingAndRetention(setup);
}
