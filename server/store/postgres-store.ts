import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { dropBrokenConnections } from './drop-broken-connections.ts';
import { PARSERS, placeOf } from './postgres-connection.ts';
import { migratePostgres } from './postgres-migrations.ts';
import { cannotOpenError } from './read-migrations.ts';
import type { Tables } from './schema.ts';
import { shareWriteCheck } from './shared-write-check.ts';
import { createStatements } from './statements.ts';
import type { Store } from './store.ts';
import { SILENT, SickDatabaseError, type StoreLog } from './trouble.ts';

/**
 * Limits in milliseconds. The database's come first: it then knows that a statement was given up,
 * and rolls back; ours are for a database that says nothing any more.
 */
const TIMEOUTS = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 3_000,
  lock_timeout: 2_000,
  /** A process that stands still in the middle of a transaction must not block the others. */
  idle_in_transaction_session_timeout: 1_500,
  query_timeout: 4_000,
};

/** Connections a process opens at most: the outbox needs three, the rest answers visitors. */
const MAX_CONNECTIONS = 10;

/** SQLSTATE, class 42: a table or column is not there, or may not be written. */
const WRONG_SCHEMA = '42';

/**
 * Opens the PostgreSQL store and brings its schema up to date. Several processes may open it.
 *
 * Calls reject while the database is away, and succeed again without a restart.
 *
 * @throws Error with a clear line when it cannot be reached, takes no enquiry or is newer than this release
 */
export async function openPostgresStore(
  databaseUrl: string,
  log: StoreLog = SILENT,
): Promise<Store> {
  const description = placeOf(databaseUrl);
  try {
    await migratePostgres(databaseUrl, description);
  } catch (error) {
    throw cannotOpenError('DATABASE_URL', description, error);
  }
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'enquiries',
    max: MAX_CONNECTIONS,
    keepAlive: true,
    types: PARSERS,
    // On disk when COMMIT returns, whatever the server's default is.
    onConnect: (client) => client.query('SET synchronous_commit = on').then(() => {}),
    ...TIMEOUTS,
  });
  // An idle connection that breaks reports here; without a listener it would end the process.
  pool.on('error', () => {});
  const dialect = new PostgresDialect({ pool: dropBrokenConnections(pool) });
  const db = new Kysely<Tables>({ dialect });
  const statements = createStatements(db, 'postgres');
  await statements.proveStorable().catch(async (error: Error & { code?: string }) => {
    // A database that is away comes back; one without our tables does not.
    if (!error.code?.startsWith(WRONG_SCHEMA)) return;
    await pool.end();
    throw new SickDatabaseError(`${description} takes no enquiry (${error.message})`);
  });
  const writeCheck = shareWriteCheck(
    { check: statements.checkWritable, prove: statements.proveStorable },
    log,
  );
  return {
    ...statements,
    description,
    checkWritable: writeCheck.checkWritable,
    findSubmission: (id) => writeCheck.afterAsking(statements.findSubmission(id)),
    acceptEnquiry: (enquiry) => writeCheck.afterAccepting(statements.acceptEnquiry(enquiry)),
    close: () => pool.end(),
  };
}
