import { NOT_FOUND_PATH } from '../../../site/content/content.ts';
import { fileTitle, type PageFile, pagesOf } from '../../shared/pages.ts';
import { call } from '../api/call.ts';
import { useDownloads, useQueryData } from '../api/queries.ts';
import { formatDay } from '../dates/format-day.ts';
import { insertEntry } from '../draft/edits.ts';
import { type FormFile, NOTICE } from '../draft/file-names.ts';
import { replaceUpload, runAndReport } from '../draft/run-and-report.ts';
import { useDeskState } from '../draft/use-desk-state.ts';
import { startJob } from '../jobs/job.ts';
import { go, hrefOf, pageHref } from '../navigation/route.ts';
import { fileSection } from '../pages/sections.ts';
import { Button } from '../ui/Button.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx';
import { MoreMenu } from '../ui/MoreMenu.tsx';
import { EmptyState, Thumbnail } from '../ui/pictures.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { Screen } from '../ui/Screen.tsx';
import { FORMS } from './FormScreen.tsx';

/** The row that opens a form, with the form's title and the first sentence of its help. */
function formRow(file: FormFile) {
  const { icon, help } = FORMS[file];
  return menuRow(hrefOf('meer', file), icon, fileTitle(file, undefined), help.split('.')[0]);
}

function menuRow(href: string, icon: IconName, title: string, line?: string) {
  return <Row key={href} icon={icon} title={title} lines={[line]} href={href} />;
}

export function MoreScreen() {
  const at = (name: string) => hrefOf('meer', name);
  return (
    <Screen title="Meer">
      <div className="menu-groups">
        <section>
          <Rows title="Je zaak">
            {formRow('company.yaml')}
            {formRow(NOTICE)}
            {menuRow(at('bestanden'), 'file', 'Bestanden', 'Het menu van de maand als PDF')}
            {menuRow(at('bezoeken'), 'visits', 'Bezoeken', 'Hoe vaak je pagina’s bekeken worden')}
          </Rows>
        </section>
        <section>
          <Rows title="Woorden en uitzicht">
            {formRow('mails.yaml')}
            {formRow('messages.yaml')}
            {formRow('brand.yaml')}
          </Rows>
        </section>
        <section>
          <Rows title="Beheer">
            {menuRow(
              hrefOf('online'),
              'clock',
              'Wat er verandert, en vroeger',
              'Nakijken, of terugzetten',
            )}
            {menuRow(at('prullenbak'), 'trash', 'Prullenbak', 'De laatste 30 dagen')}
            {menuRow(at('sleutels'), 'key', 'Toestellen', 'Waarmee je je aanmeldt')}
            {formRow('site.yaml')}
          </Rows>
        </section>
      </div>
    </Screen>
  );
}

export function PasskeysScreen() {
  const response = useQueryData('GET /api/passkeys');
  const passkeys = response ?? [];
  const remove = (id: string) =>
    runAndReport(() => call('DELETE /api/passkeys/:id', undefined, id));
  const signOut = async () => {
    await runAndReport(() => call('POST /api/sign-out'));
    window.location.assign('/');
  };
  const signOutButton = <Button label="Meld af" onPress={signOut} />;
  return (
    <Screen
      title="Toestellen"
      lead="Nog een toestel, of je gsm kwijt? Wie je server beheert, stuurt je een link."
    >
      <Rows kind="cards">
        {/* This row is also shown while the list loads, and for a session that was opened with a
            link. */}
        {!passkeys.some(({ isCurrent }) => isCurrent) && (
          <Row icon="key" title="Dit toestel" lines={['Je bent aangemeld']}>
            {signOutButton}
          </Row>
        )}
        {passkeys.map(({ id, name, createdAtMs, isCurrent }) => (
          <Row
            key={id}
            icon="key"
            title={name}
            lines={[`Sinds ${formatDay(createdAtMs)}`, isCurrent && 'Dit toestel']}
          >
            {isCurrent && signOutButton}
            {passkeys.length > 1 && (
              <Button
                kind="remove"
                label="Verwijder"
                about={name}
                confirmLabel={isCurrent ? 'Ja, verwijder dit toestel' : 'Ja, verwijder'}
                onPress={() => remove(id)}
              />
            )}
          </Row>
        ))}
      </Rows>
      {!response && <LoadingPlaceholder route="GET /api/passkeys" what="Je toestellen" />}
    </Screen>
  );
}

/**
 * Adds a section that shows the file, below the other sections and with the file's name as heading.
 * Nothing needs to be filled in.
 */
function showOnPage({ file, page }: PageFile, name: string) {
  const at = page.sections.length;
  insertEntry(file, ['sections', at], fileSection(name));
  go(pageHref(file, at));
}

export function DownloadsScreen() {
  const downloads = useDownloads();
  const isLoaded = useQueryData('GET /api/files') !== undefined;
  const pages = pagesOf(useDeskState().files).filter(({ page }) => page.path !== NOT_FOUND_PATH);
  return (
    <Screen
      title="Bestanden"
      lead="Vervang je een bestand, dan blijft zijn adres."
      action={
        <FileButton
          kind="pdf"
          label="Een PDF erbij"
          onFiles={([file]) =>
            runAndReport(() => call('POST /api/uploads/:path', file, `files/${file.name}`))
          }
        />
      }
    >
      <Rows
        kind="cards"
        empty={
          isLoaded ? (
            <EmptyState drawing="files" text="Er zijn nog geen bestanden." />
          ) : (
            <LoadingPlaceholder route="GET /api/files" what="De bestanden" />
          )
        }
      >
        {downloads.map(({ name, href, changedAtMs, uses }) => (
          <Row
            key={name}
            icon="file"
            title={name}
            lines={[`Van ${formatDay(changedAtMs)}`, uses.length === 0 && 'nergens gebruikt']}
            href={href}
          >
            <MoreMenu
              title={name}
              label="Zet op een pagina"
              question="Op welke pagina?"
              actions={pages.map((page) => ({
                label: fileTitle(page.file, page.page),
                run: () => showOnPage(page, name),
              }))}
            />
            <FileButton
              kind="pdf"
              label="Vervang"
              about={name}
              onFiles={([file]) => replaceUpload(`files/${name}`, file)}
            />
            {uses.length === 0 && (
              <Button label="Verwijder" about={name} onPress={() => replaceUpload(`files/${name}`)} />
            )}
          </Row>
        ))}
      </Rows>
    </Screen>
  );
}

export function BinScreen() {
  const items = useQueryData('GET /api/bin');
  const restore = (id: string, name: string) =>
    runAndReport(() => call('POST /api/bin/:id/restore', {}, id), `${name} is terug.`);
  const erase = (id: string) => startJob(() => call('DELETE /api/bin/:id', undefined, id));
  return (
    <Screen
      title="Prullenbak"
      lead="Wat je verving of verwijderde, blijft hier 30 dagen. ‘Wis voorgoed’ wist het meteen, ook uit vroegere versies; in reservekopieën blijft het tot een jaar."
    >
      <Rows
        kind="cards"
        empty={
          items ? (
            <EmptyState drawing="bin" text="De prullenbak is leeg.">
              <Button label="Zie ook wat er vroeger online stond" href={hrefOf('online')} />
            </EmptyState>
          ) : (
            <LoadingPlaceholder route="GET /api/bin" what="De bestanden in je prullenbak" />
          )
        }
      >
        {items?.map(({ id, name, thumbnail, expiresAtMs, isErasable }) => (
          <Row
            key={id}
            picture={thumbnail ? <Thumbnail src={thumbnail} /> : <Icon name="file" />}
            title={name}
            lines={[`Blijft tot ${formatDay(expiresAtMs)}`]}
          >
            <Button icon="undo" label="Haal terug" about={name} onPress={() => restore(id, name)} />
            {isErasable && (
              <Button
                kind="remove"
                label="Wis voorgoed"
                about={name}
                confirmLabel="Ja, wis voorgoed"
                onPress={() => erase(id)}
              />
            )}
          </Row>
        ))}
      </Rows>
    </Screen>
  );
}
