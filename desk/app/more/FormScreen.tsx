import type { ReactNode } from 'react';
import { mailTextsSchema } from '../../../enquiry/mail-texts.ts';
import {
  brandSchema,
  companySchema,
  messagesSchema,
  noticeSchema,
  siteSchema,
} from '../../../site/content.ts';
import type { SchemaNode } from '../../../site/content-walk.ts';
import { Drawing } from '../../../site/shell/Drawing.tsx';
import type { LogoPlace } from '../../api.ts';
import { call } from '../call.ts';
import { act } from '../content/store.ts';
import { dayAfter, run, set, useDesk } from '../desk.ts';
import { Fields } from '../form/Field.tsx';
import { titleOf } from '../form/form-values.ts';
import { useBrandPreview } from '../pages/use-page-context.ts';
import type { IconName } from '../shell/icons.tsx';
import { Button, FileButton } from '../shell/parts.tsx';

interface Form {
  icon: IconName;
  title: string;
  help: string;
  file: string;
  schema: SchemaNode;
  /** Fields that are not shown. */
  without?: string[];
  /** Besides the fields. */
  extra?: () => ReactNode;
}

/** What visitors read comes first. */
const { confirmation, company } = mailTextsSchema.entries;

export const NOTICE = 'notice.yaml';

/** Whole files as a form, by the word in its address; it is open beside a page, which it may change. */
export const FORMS: Record<string, Form> = {
  gegevens: {
    icon: 'house',
    title: 'Gegevens van de zaak',
    help: 'Ze staan hier één keer, en verschijnen op elke pagina en in de mails. Zet ‘Voorbeeldgegevens’ uit zodra alles van jou is.',
    file: 'company.yaml',
    schema: companySchema,
    without: ['slug'],
  },
  mededeling: {
    icon: 'bell',
    title: 'Mededeling',
    help: 'Een zin boven elke pagina, van een dag tot een andere. Ze verschijnt en verdwijnt vanzelf.',
    file: NOTICE,
    schema: noticeSchema,
    extra: NoticeButtons,
  },
  mails: {
    icon: 'mail',
    title: 'Mails',
    help: 'Wat wie iets vraagt te lezen krijgt, en wat jij krijgt.',
    file: 'mails.yaml',
    schema: { ...mailTextsSchema, entries: { confirmation, company } },
  },
  teksten: {
    icon: 'text',
    title: 'Knoppen en meldingen',
    help: 'Wat er op knoppen en bij velden staat, en wat de site zelf zegt.',
    file: 'messages.yaml',
    schema: messagesSchema,
  },
  merk: {
    icon: 'brush',
    title: 'Logo en kleuren',
    help: 'Kleuren, letters en logo van de hele site. Een logo is een SVG, of een PNG van minstens 720 beeldpunten breed met een doorzichtige achtergrond. Een SVG neemt de kleur van de letters ernaast aan.',
    file: 'brand.yaml',
    schema: brandSchema,
    without: ['logo'],
    extra: Logos,
  },
  instellingen: {
    icon: 'settings',
    title: 'Instellingen',
    help: 'Zelden nodig. Twijfel je, laat het dan staan.',
    file: 'site.yaml',
    schema: siteSchema,
  },
};

export function FormScreen({ title, help, file, schema, without = [], extra: Extra }: Form) {
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="help">{help}</p>
      {Extra && <Extra />}
      <Fields {...{ schema, file, without }} path={[]} />
    </>
  );
}

/** Periods in which caterers close. The first letter of the sentence makes the notice. */
function NoticeButtons() {
  const { files } = useDesk();
  const notice = files[NOTICE];
  if (!notice) return null;
  const today = dayAfter(0);
  // A month that has begun is this year's.
  const month = (number: string) => {
    const year = Number(today.slice(0, 4)) + (today.slice(5, 7) > number ? 1 : 0);
    return { from: `${year}-${number}-01`, until: `${year}-${number}-31` };
  };
  const periods = {
    'Twee weken': { from: today, until: dayAfter(14) },
    Juli: month('07'),
    Augustus: month('08'),
  };
  return (
    <div className="buttons">
      {Object.entries(periods).map(([label, period]) => (
        <Button
          key={label}
          label={label}
          onPress={() => act({ [NOTICE]: { ...(notice as object), ...period } })}
        />
      ))}
      <Button
        kind="remove"
        label="Mededeling wissen"
        onPress={() => act({ [NOTICE]: undefined })}
      />
    </div>
  );
}

function Logos() {
  const brand = useBrandPreview();
  const { entries } = brandSchema.entries.logo;
  const upload = (place: LogoPlace, file: File) =>
    run(async () => {
      const { file: name } = await call('POST /api/logo', file);
      set('brand.yaml', ['logo', place], name);
    });
  return (Object.keys(entries) as LogoPlace[]).map((place) => (
    <div key={place} className="logo">
      {brand && <Drawing svg={brand.logo[place]} />}
      <FileButton
        icon="photo"
        label={`${titleOf(entries[place], [place])} vervangen`}
        accept=".svg,.png"
        onFiles={([file]) => file && upload(place, file)}
      />
    </div>
  ));
}
