/**
 * `npm run outbox`: how many mails wait, are sent, or failed. `npm run outbox -- requeue` puts the
 * failed ones back in the queue; a running server finds them within half a minute.
 */
import { existsSync } from 'node:fs';
import { readEnvFile } from '../env-file.ts';
import { parseSettings } from '../settings.ts';
import { openStore } from '../store/open-store.ts';
import { sqliteFileOf } from '../store/sqlite-file.ts';

const [command = 'show', ...rest] = process.argv.slice(2);
if (!['show', 'requeue'].includes(command) || rest.length > 0) {
  console.error("Expected nothing, or 'requeue'. Example: npm run outbox -- requeue");
  process.exit(2);
}

try {
  const settings = parseSettings({ ...readEnvFile(), ...process.env });
  const file = sqliteFileOf(settings.dataDir);
  // Making an empty one would say that nothing failed, which is not what was asked.
  if (settings.databaseUrl === '' && !existsSync(file)) {
    throw new Error(
      `${file} does not exist. Expected the server's own settings: DATA_DIR or DATABASE_URL.`,
    );
  }
  const store = await openStore(settings);
  console.log(store.description);
  if (command === 'requeue') {
    console.log(`Requeued: ${await store.requeueFailed(Date.now())}`);
  }
  for (const [state, count] of Object.entries(await store.countMails())) {
    console.log(`${state}: ${count}`);
  }
  await store.close();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
