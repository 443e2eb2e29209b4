import { NOT_FOUND_PATH } from '../../../site/content/content.ts';
import { fileTitle, type PageFile, pagesOf } from '../../shared/pages.ts';
import { call } from '../api/call.ts';
import { useDownloads, useQueryData } from '../api/queries.ts';
import { formatDay } from '../dates/format-day.ts';
import { go, pageHref } from '../navigation/route.ts';
import { fileSection } from '../pages/sections.ts';
import { insertEntry } from '../store/edits.ts';
import { replaceUpload, runAndReport } from '../store/run-and-report.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx';
import { MoreMenu } from '../ui/MoreMenu.tsx';
import { EmptyState } from '../ui/pictures.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { Screen } from '../ui/Screen.tsx';

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
              <Button
                label="Verwijder"
                about={name}
                onPress={() => replaceUpload(`files/${name}`)}
              />
            )}
          </Row>
        ))}
      </Rows>
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
