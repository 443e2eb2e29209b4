import { type ColorContrast, contrastsOf } from '../../../publish/brand/check-colors.ts';
import { type Brand, brandSchema, COLOR_ROLES } from '../../../site/content.ts';
import { Drawing } from '../../../site/shell/Drawing.tsx';
import type { LogoPlace } from '../../api.ts';
import { call } from '../client.ts';
import { useDesk } from '../Desk.tsx';
import { titleOf } from '../form/field-parts.tsx';
import { SchemaField } from '../form/SchemaField.tsx';
import { HomeFrame } from '../pages/HomeFrame.tsx';
import { useLook } from '../pages/use-page-context.ts';
import { DropField } from '../photos/DropField.tsx';

const FILE = 'brand.yaml';
const { colors, fonts, logo } = brandSchema.entries;

/** Logo, colours and fonts, beside the start page that wears them. */
export function BrandScreen() {
  const { draft, dispatch, complain, tell } = useDesk();
  const look = useLook();
  const brand = draft[FILE] as Brand;
  const upload = async (place: LogoPlace, [file]: File[]) => {
    try {
      const { file: name } = await call('POST /api/logo?place=', file as never, place);
      dispatch({ type: 'changed', file: FILE, path: ['logo', place], value: name });
      tell({ kind: 'done', text: 'Het logo staat er. Bewaar als het goed is.' });
    } catch (error) {
      complain(error);
    }
  };
  return (
    <div className="editor">
      <div className="panel">
        <h1>Logo en kleuren</h1>
        <h2>Logo</h2>
        <p className="help">
          Een SVG, of een PNG van minstens 720 beeldpunten breed met een doorzichtige achtergrond.
          Een SVG neemt de kleur van de letters ernaast aan; een PNG blijft zoals ze is, ook op een
          foto.
        </p>
        {(Object.keys(logo.entries) as LogoPlace[]).map((place) => (
          <div key={place} className="logo">
            {look && <Drawing svg={look.logo[place]} />}
            <DropField
              label={`${titleOf(logo.entries[place], [place])} vervangen`}
              accept=".svg,.png"
              onFiles={(files) => upload(place, files)}
            />
          </div>
        ))}
        <h2>Lettertypes</h2>
        <SchemaField schema={fonts} file={FILE} path={['fonts']} label="Paar" />
        <h2>Kleuren</h2>
        <div className="colors">
          {COLOR_ROLES.map((role) => (
            <div key={role}>
              <SchemaField schema={colors.entries[role]} file={FILE} path={['colors', role]} />
              <Contrasts contrasts={contrastsOf(role, brand.colors)} />
            </div>
          ))}
        </div>
      </div>
      <HomeFrame notice={undefined} />
    </div>
  );
}

function Contrasts({ contrasts }: { contrasts: ColorContrast[] }) {
  if (contrasts.length === 0) return null;
  return (
    <ul className="contrasts">
      {contrasts.map(({ other, ratio, least }) => (
        <li key={other} data-kind={ratio >= least ? 'done' : 'wrong'}>
          {ratio >= least ? '✓' : '✗'} {titleOf(colors.entries[other], [other])}{' '}
          {ratio.toFixed(1).replace('.', ',')}
        </li>
      ))}
    </ul>
  );
}
