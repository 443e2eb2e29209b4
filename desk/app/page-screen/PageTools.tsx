import type { SchemaNode } from '../../../site/schema/content-walk.ts';
import { fileTitle, type PageFile, pagesOf } from '../../shared/pages.ts';
import { go, pageHref } from '../navigation/route.ts';
import { SectionTools } from '../pages/SectionTools.tsx';
import { listIn, sectionNameOf } from '../pages/sections.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import type { IconName } from '../ui/icons.ts';
import { MoreMenu } from '../ui/MoreMenu.tsx';
import { stopTyping } from '../ui/typing.ts';
import type { Device } from './PageFrame.tsx';

const DEVICES: [Device, icon: IconName, label: string][] = [
  ['phone', 'mobile', 'Zoals op een gsm'],
  ['computer', 'computer', 'Zoals op een computer'],
];

/** The bar below the page, with the actions for the page or for its chosen section. */
export function PageTools(
  props: PageFile & {
    chosen: number | undefined;
    isWide: boolean;
    device: Device;
    onDevice: (device: Device) => void;
    onAdd: (section: number, field: string, schema: SchemaNode) => void;
  },
) {
  const { file, page, chosen, isWide, device, onDevice } = props;
  const { files } = useDeskState();
  const { sections } = page;
  const section = sections[chosen ?? -1];
  const list = section && listIn(section);
  const end = chosen === undefined ? sections.length : chosen + 1;
  return (
    <div className="page-tools" role="toolbar" aria-label="Deze pagina">
      <Button data-done icon="check" label="Klaar" onPress={stopTyping} />
      {isWide && <PageSwitcher file={file} page={page} />}
      {section && chosen !== undefined ? (
        <>
          <Button
            icon="pencil"
            label={sectionNameOf(section, files)}
            href={pageHref(file, chosen, 'velden')}
          />
          {list && (
            <Button
              data-add
              label={`+ ${list.title}`}
              onPress={() => props.onAdd(chosen, list.field, list.schema)}
            />
          )}
          {/* On a phone the section's name takes the room of the arrows. */}
          <SectionTools file={file} page={page} index={chosen} hasArrows={isWide} />
        </>
      ) : (
        !isWide && (
          <Button icon="list" label={fileTitle(file, page)} href={pageHref(file, 'delen')} />
        )
      )}
      <Button kind="icon" icon="plus" label="Deel toevoegen" href={pageHref(file, 'nieuw', end)} />
      <div className="devices">
        {DEVICES.map(([choice, icon, label]) => (
          <Button
            key={choice}
            kind="icon"
            icon={icon}
            label={label}
            aria-pressed={device === choice}
            onPress={() => onDevice(choice)}
          />
        ))}
      </div>
    </div>
  );
}

/** Shows which page is open, and switches to another one. On a phone, the first tab does this. */
function PageSwitcher({ file, page }: PageFile) {
  const pages = pagesOf(useDeskState().files);
  return (
    <MoreMenu
      label={fileTitle(file, page)}
      title="Naar een andere pagina"
      isList
      chosen={pages.findIndex((listed) => listed.file === file)}
      actions={pages.map((listed) => ({
        label: fileTitle(listed.file, listed.page),
        detail: listed.page.path,
        run: () => go(pageHref(listed.file)),
      }))}
    />
  );
}
