import { fileTitle } from '../../shared/pages.ts';
import { call } from '../api/call.ts';
import { useQueryData } from '../api/queries.ts';
import { RevertToOnline } from '../form/RevertToOnline.tsx';
import { fieldHref } from '../navigation/route.ts';
import { newSection } from '../pages/sections.ts';
import { edit } from '../store/app-store.ts';
import { runAndReport } from '../store/run-and-report.ts';
import { useDeskState, useErrors } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { removeLinks } from './broken-links.ts';
import { findFormRestoration, isAboutMissingForm } from './missing-form.ts';

/** What keeps the content from being published. */
export function ProblemRows() {
  const { content, files } = useDeskState();
  const errors = useErrors();
  const removal = removeLinks(files, errors);
  const filesWithBrokenLinks = Object.keys(removal);
  const formless = errors.filter(isAboutMissingForm);
  const wrong = errors.filter((error) => {
    return !content.broken.includes(error.file) && !isAboutMissingForm(error);
  });
  return (
    <Rows title="Na te kijken voor je online zet" kind="cards">
      {filesWithBrokenLinks.length > 0 && (
        <Row
          icon="warning"
          title="Links naar een pagina die er niet meer staat"
          lines={filesWithBrokenLinks.map((file) => fileTitle(file, files[file]))}
        >
          <Button kind="main" label="Haal die links weg" onPress={() => edit(removal)} />
        </Row>
      )}
      {formless.length > 0 && <MissingForm pages={formless.map(({ file }) => file)} />}
      {content.broken.map((path) => (
        <BrokenRow key={path} path={path} />
      ))}
      {wrong.map((finding) => (
        <Row
          key={`${finding.file} ${finding.path.join('.')} ${finding.message}`}
          icon="warning"
          title={fileTitle(finding.file, files[finding.file])}
          lines={[finding.message]}
          href={fieldHref(finding.file, finding.path)}
        >
          <RevertToOnline finding={finding} />
        </Row>
      ))}
    </Rows>
  );
}

/** @param pages files that lead to the form */
function MissingForm({ pages }: { pages: string[] }) {
  const { files } = useDeskState();
  const online = useQueryData('GET /api/online');
  const form = online && findFormRestoration(files, online, newSection('enquiry-form'));
  const titles = [...new Set(pages)].map((file) => fileTitle(file, files[file]));
  return (
    <Row
      icon="warning"
      title="Er staat geen aanvraagformulier meer op je site"
      lines={[`Op ${titles.join(', ')} leidt er wel iets naartoe.`]}
    >
      {form && <Button kind="main" label={form.label} onPress={() => edit(form.changes)} />}
    </Row>
  );
}

/** A file that cannot be read, usually because it was edited by hand. */
function BrokenRow({ path }: { path: string }) {
  const { isBusy } = useDeskState();
  const findings = useErrors().filter(({ file }) => file === path);
  const texts = findings.map(({ line, message }) => {
    return line ? `Regel ${line}: ${message}` : message;
  });
  return (
    <Row
      icon="warning"
      title={`${fileTitle(path, undefined)} kan niet gelezen worden`}
      lines={texts}
    >
      <Button
        icon="undo"
        label="Neem wat online staat"
        disabled={isBusy}
        onPress={() =>
          runAndReport(
            () => call('POST /api/online/:path', {}, path),
            'Gelukt. Wat er stond, ligt 30 dagen in de prullenbak.',
          )
        }
      />
    </Row>
  );
}
