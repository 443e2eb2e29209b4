import { fileTitle } from '../../shared/pages.ts';
import { type FormFile, NOTICE } from '../draft/file-names.ts';
import { hrefOf } from '../navigation/route.ts';
import type { IconName } from '../ui/icons.ts';
import { Row, Rows } from '../ui/Rows.tsx';
import { Screen } from '../ui/Screen.tsx';
import { FORMS } from './FormScreen.tsx';

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

/** The row that opens a form, with the form's title and the first sentence of its help. */
function formRow(file: FormFile) {
  const { icon, help } = FORMS[file];
  return menuRow(hrefOf('meer', file), icon, fileTitle(file, undefined), help.split('.')[0]);
}

function menuRow(href: string, icon: IconName, title: string, line?: string) {
  return <Row key={href} icon={icon} title={title} lines={[line]} href={href} />;
}
