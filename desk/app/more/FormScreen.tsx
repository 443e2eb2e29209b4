import type { ReactNode } from 'react';
import { mailTextsSchema } from '../../../release/mail-texts.ts';
import {
  brandSchema,
  companySchema,
  messagesSchema,
  noticeSchema,
  siteSchema,
} from '../../../site/content/content.ts';
import type { SchemaNode } from '../../../site/schema/content-walk.ts';
import { Drawing } from '../../../site/shell/Drawing.tsx';
import type { LogoSlot } from '../../shared/api.ts';
import type { Operation } from '../../shared/operations.ts';
import { fileTitle } from '../../shared/pages.ts';
import { call } from '../api/call.ts';
import { dayFromNow } from '../dates/day-from-now.ts';
import { type FormFile, NOTICE } from '../draft/file-names.ts';
import { FieldDisclosures } from '../form/FieldDisclosures.tsx';
import { fieldTitle } from '../form/form-values.ts';
import { hrefOf, openedFrom } from '../navigation/route.ts';
import { describeDates, noticeIn, useBrandPreview } from '../pages/use-page-context.ts';
import { edit } from '../store/app-store.ts';
import { setValue } from '../store/edits.ts';
import { runAndReport } from '../store/run-and-report.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import type { IconName } from '../ui/icons.ts';
import { PanelTitle } from '../ui/PanelTitle.tsx';
import { BackLink } from '../ui/Screen.tsx';

interface SettingsForm {
  icon: IconName;
  help: string;
  schema: SchemaNode;
  without?: string;
  Extra?: () => ReactNode;
}

export const FORMS: Record<FormFile, SettingsForm> = {
  'company.yaml': {
    icon: 'house',
    help: 'Voor elke pagina en alle mails. Zet ‘Voorbeeldgegevens’ uit zodra alles van jou is.',
    schema: companySchema,
    without: 'slug',
  },
  [NOTICE]: {
    icon: 'bell',
    help: 'Een zin boven elke pagina. Ze verschijnt en verdwijnt vanzelf.',
    schema: noticeSchema,
    Extra: NoticeButtons,
  },
  'mails.yaml': {
    icon: 'mail',
    help: 'Wat je klanten en jij te lezen krijgen.',
    schema: mailTextsSchema,
  },
  'messages.yaml': {
    icon: 'text',
    help: 'De woorden op knoppen en bij velden. Ook wat de site zelf zegt.',
    schema: messagesSchema,
  },
  'brand.yaml': {
    icon: 'brush',
    help: 'Van de hele site. Een logo is een SVG, of een doorzichtige PNG van minstens 720 pixels breed.',
    schema: brandSchema,
    without: 'logo',
    Extra: Logos,
  },
  'site.yaml': {
    icon: 'settings',
    help: 'Het adres van je site, aanvragen en privacy. Zelden nodig: twijfel je, laat het dan staan.',
    schema: siteSchema,
  },
};

export function FormScreen({ file }: { file: FormFile }) {
  const { help, schema, without, Extra } = FORMS[file];
  return (
    <>
      <BackLink href={openedFrom() ?? hrefOf('meer')} />
      <PanelTitle name={fileTitle(file, undefined)} />
      <p>{help}</p>
      {Extra && <Extra />}
      <FieldDisclosures key={file} schema={schema} file={file} without={without ? [without] : []} />
    </>
  );
}

/** Buttons for the months in which caterers close. */
function NoticeButtons() {
  const { files } = useDeskState();
  if (!files[NOTICE]) return null;
  const notice = noticeIn(files);
  const [year = '', month = ''] = dayFromNow(0).split('-');
  const setMonth = (number: string) => {
    // When the month is over, next year's is meant.
    const start = `${Number(year) + (month > number ? 1 : 0)}-${number}`;
    const from: Operation = { type: 'set', path: ['from'], value: `${start}-01` };
    edit({ [NOTICE]: [from, { type: 'set', path: ['until'], value: `${start}-31` }] });
  };
  return (
    <div className="buttons">
      {notice && <p>{describeDates(notice)}.</p>}
      <Button label="Juli" onPress={() => setMonth('07')} />
      <Button label="Augustus" onPress={() => setMonth('08')} />
      <Button
        kind="remove"
        label="Mededeling verwijderen"
        onPress={() => setValue(NOTICE, [], undefined)}
      />
    </div>
  );
}

function Logos() {
  const brand = useBrandPreview();
  const { entries } = brandSchema.entries.logo;
  const upload = (slot: LogoSlot, file: File) =>
    runAndReport(async () => {
      const { file: name } = await call('POST /api/logo', file);
      setValue('brand.yaml', ['logo', slot], name);
    });
  return (Object.keys(entries) as LogoSlot[]).map((slot) => (
    <div key={slot} className="logo" data-slot={slot}>
      {brand && <Drawing svg={brand.logo[slot]} />}
      <FileButton
        kind="logo"
        label={`${fieldTitle(entries[slot], [slot])} vervangen`}
        onFiles={([file]) => upload(slot, file)}
      />
    </div>
  ));
}
