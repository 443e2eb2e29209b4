import { fileTitle, type PageFile } from '../../shared/pages.ts';
import { pageHref } from '../navigation/route.ts';
import { usePhotos } from '../photo-library/use-photos.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { PanelTitle } from '../ui/PanelTitle.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { useIsWide } from '../ui/use-is-wide.ts';
import { SectionPicture } from './SectionPicture.tsx';
import { SectionTools } from './SectionTools.tsx';
import { kindLine, sectionNameOf } from './sections.ts';

/** The list of a page's sections. */
export function Outline({ file, page }: PageFile) {
  const addHref = pageHref(file, 'nieuw', page.sections.length);
  const photos = usePhotos();
  const { files } = useDeskState();
  const isWide = useIsWide();
  return (
    <>
      <PanelTitle name={fileTitle(file, page)} detail={page.path} />
      <Button icon="settings" label="Titel, adres en menu" href={pageHref(file, 'instellingen')} />
      <Rows>
        {page.sections.map((section, index) => (
          <Row
            key={index}
            picture={<SectionPicture sections={[section]} photos={photos} />}
            title={sectionNameOf(section, files)}
            lines={[kindLine(section, sectionNameOf(section, files))]}
            href={pageHref(file, index, 'velden')}
          >
            <SectionTools file={file} page={page} index={index} hasArrows={isWide} />
          </Row>
        ))}
      </Rows>
      <Button kind="add" label="+ Deel toevoegen" href={addHref} />
    </>
  );
}
