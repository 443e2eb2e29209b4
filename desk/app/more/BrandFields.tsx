import { type brandSchema, COLOR_ROLES } from '../../../site/content.ts';
import { Drawing } from '../../../site/shell/Drawing.tsx';
import type { LogoPlace } from '../../api.ts';
import { call } from '../call.ts';
import { useDesk } from '../Desk.tsx';
import { titleOf } from '../form/field-parts.tsx';
import { SchemaField } from '../form/SchemaField.tsx';
import { useBrandPreview } from '../pages/use-page-context.ts';
import { FileButton } from '../shell/FileButton.tsx';

const FILE = 'brand.yaml';

/** Logo, fonts and colours. */
export function BrandFields({ schema }: { schema: typeof brandSchema }) {
  const { set, attempt } = useDesk();
  const brand = useBrandPreview();
  const { colors, fonts, logo } = schema.entries;
  const upload = (place: LogoPlace, [file]: File[]) =>
    attempt(async () => {
      const { file: name } = await call('POST /api/logo?place=', file as never, place);
      set(FILE, ['logo', place], name);
    });
  return (
    <>
      <h2>Logo</h2>
      <p className="help">
        Een SVG, of een PNG van minstens 720 beeldpunten breed met een doorzichtige achtergrond. Een
        SVG neemt de kleur van de letters ernaast aan; een PNG blijft zoals ze is, ook op een foto.
      </p>
      {(Object.keys(logo.entries) as LogoPlace[]).map((place) => (
        <div key={place} className="logo">
          {brand && <Drawing svg={brand.logo[place]} />}
          <FileButton
            icon="photo"
            label={`${titleOf(logo.entries[place], [place])} vervangen`}
            accept=".svg,.png"
            onFiles={(list) => upload(place, list)}
          />
        </div>
      ))}
      <h2>Lettertypes</h2>
      <SchemaField schema={fonts} file={FILE} path={['fonts']} label="Paar" />
      <h2>Kleuren</h2>
      <div className="colors">
        {COLOR_ROLES.map((role) => (
          <SchemaField
            key={role}
            schema={colors.entries[role]}
            file={FILE}
            path={['colors', role]}
          />
        ))}
      </div>
    </>
  );
}
