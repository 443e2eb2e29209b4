import { NOT_FOUND_PATH, pageSchema } from '../../../site/content/content.ts';
import { type DraftPage, fileTitle, setAddress } from '../../shared/pages.ts';
import { FieldRow, useFieldAttributes } from '../form/Control.tsx';
import { Field, Fields } from '../form/Field.tsx';
import { rowId } from '../form/focus-field.ts';
import { fieldTitle } from '../form/form-values.ts';
import { edit } from '../store/app-store.ts';
import { useErrorsIn } from '../store/use-desk-state.ts';
import { PanelTitle } from '../ui/PanelTitle.tsx';

export function PageSettings({ file, page }: { file: string; page: DraftPage }) {
  const fields = { schema: pageSchema, file, path: [] };
  const isNotFound = page.path === NOT_FOUND_PATH;
  const menu = pageSchema.entries.navigation.wrapped;
  const more = isNotFound ? [] : ['socialPicture', 'inFooter'];
  return (
    <>
      <PanelTitle name={fileTitle(file, page)} detail="Titel, adres en menu" />
      <Fields {...fields} only={['title']} />
      {page.navigation && (
        <Fields schema={menu} file={file} path={['navigation']} only={['label']} />
      )}
      {!isNotFound && <Address file={file} page={page} />}
      <Fields {...fields} only={['description', ...more]} />
      {!isNotFound && <OldAddresses file={file} />}
    </>
  );
}

/**
 * Old addresses. They are collapsed, because the desk adds the old address by itself when a page
 * gets a new one.
 */
function OldAddresses({ file }: { file: string }) {
  const schema = pageSchema.entries.redirects;
  const path = ['redirects'];
  const problems = useErrorsIn(file, path).length;
  return (
    <details id={rowId(file, path)} className="entry">
      <summary>
        <span>{fieldTitle(schema, path)}</span>
        {problems > 0 && <span className="tag wrong">na te kijken</span>}
      </summary>
      <Field schema={schema} file={file} path={path} />
    </details>
  );
}

/**
 * The address is set when the field loses the focus, because otherwise each letter would create a
 * redirect.
 */
function Address({ file, page }: { file: string; page: DraftPage }) {
  const applyAddress = (input: HTMLInputElement) =>
    input.value === page.path || edit({ [file]: setAddress(page, input.value) });
  const help = 'Begint met /. Wie het oude adres kent, komt vanzelf hier terecht.';
  const attributes = useFieldAttributes(file, ['path'], help);
  return (
    <FieldRow file={file} path={['path']} label="Adres" help={help}>
      <input
        key={page.path}
        {...attributes}
        defaultValue={page.path}
        onBlur={({ target }) => applyAddress(target)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && applyAddress(currentTarget)}
      />
    </FieldRow>
  );
}
