import type { DraftPage } from '../../pages.ts';
import { allFindings, useDesk } from '../Desk.tsx';
import { hrefOf, wordOf } from '../route.ts';
import { Icon } from '../shell/icons.tsx';
import { kindTitle, nameOf } from './page-values.ts';
import { SectionTools } from './SectionTools.tsx';

/** The sections of a page by their headings, in their order. */
export function Outline(props: {
  file: string;
  page: DraftPage;
  onChoose: (index: number) => void;
}) {
  const { file, page, onChoose } = props;
  const findings = allFindings(useDesk().content).filter((one) => one.file === file);
  const label = page.navigation?.label ?? page.title;
  return (
    <>
      <h1 tabIndex={-1}>{label}</h1>
      <p>
        <a className="button" href={hrefOf('pagina', wordOf(file), 'instellingen')}>
          <Icon name="settings" /> Titel, adres en menu
        </a>
      </p>
      <ol className="outline">
        {page.sections.map((section, index) => {
          const count = findings.filter(({ path }) => path[1] === index).length;
          return (
            <li key={index} data-hidden={section.hidden || undefined}>
              <button type="button" className="section-name" onClick={() => onChoose(index)}>
                <strong>{nameOf(section)}</strong>
                <span>
                  {kindTitle(section.kind)}
                  {section.hidden && ', verborgen'}
                </span>
                {count > 0 && <span className="tag wrong">{count} na te kijken</span>}
              </button>
              <SectionTools {...{ file, index }} sections={page.sections} onChoose={() => {}} />
            </li>
          );
        })}
      </ol>
      <a className="button add" href={hrefOf('pagina', wordOf(file), 'nieuw')}>
        + Deel toevoegen
      </a>
    </>
  );
}
