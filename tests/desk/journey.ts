import { expect, type OpenDesk, open, test } from './desk-fixture.ts';
import { INPUT_MODES } from './input-modes.ts';
import { type User, userOf } from './user.ts';

/** A change that a caterer makes, from the first screen until it is online. */
interface Journey {
  name: string;
  /** The most actions that it may take. */
  most: number;
  /** Whether the content is online before the journey. Default: nothing is. */
  startsOnline?: boolean;
  /** The final content is online already, so that nothing is to be published. */
  isOnlineAgain?: boolean;
  /** What comes before the journey, and is not counted. */
  prepare?: (user: User, desk: OpenDesk) => Promise<void>;
  run: (user: User) => Promise<void>;
  expectOnline: (desk: OpenDesk) => Promise<void>;
}

/** Declares a test for each journey on a phone by thumb, and for each at a computer by keyboard. */
export function declareJourneys(journeys: Journey[]): void {
  for (const { name: mode, isPhone, size } of INPUT_MODES) {
    test.describe(mode, () => {
      test.use({ viewport: size, hasTouch: isPhone });
      for (const { name, most, ...journey } of journeys) {
        test(`${name} takes at most ${most} actions`, async ({ page, desk }) => {
          if (journey.startsOnline) {
            await desk.call('POST /api/publish');
            await desk.jobEnd();
          }
          await open(page, desk);
          const user = userOf(page, isPhone);
          await journey.prepare?.(user, desk);
          user.actions = 0;
          await journey.run(user);
          if (journey.isOnlineAgain)
            await expect(page.getByText('Alles staat online')).toBeVisible();
          else await user.putOnline();
          await journey.expectOnline(desk);
          expect(user.actions).toBeLessThanOrEqual(most);
          test.info().annotations.push({ type: 'actions', description: String(user.actions) });
        });
      }
    });
  }
}

/** @param texts the expected texts, in their order */
export const pageShows =
  (path: string, ...texts: string[]) =>
  async (desk: OpenDesk): Promise<void> => {
    const page = await desk.online(path);
    const indexes = texts.map((text) => page.indexOf(text));
    expect(indexes, texts.join()).not.toContain(-1);
    expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
  };
