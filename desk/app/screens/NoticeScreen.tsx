import * as v from 'valibot';
import { noticeSchema } from '../../../site/content.ts';
import { useDesk } from '../Desk.tsx';
import { emptyValue } from '../form/empty-value.ts';
import { SchemaFields } from '../form/SchemaField.tsx';
import { HomeFrame } from '../pages/HomeFrame.tsx';

const FILE = 'notice.yaml';
const FORTNIGHT_MS = 14 * 24 * 3_600_000;

/** A notice above every page: closed in August. It comes and goes by itself. */
export function NoticeScreen() {
  const { draft, dispatch } = useDesk();
  const isThere = draft[FILE] !== undefined;
  const shown = v.safeParse(noticeSchema, draft[FILE]);
  const put = (value: unknown) => dispatch({ type: 'put', files: { [FILE]: value } });
  const create = () => {
    const from = new Date();
    const days = { from: dayOf(from), until: dayOf(new Date(from.getTime() + FORTNIGHT_MS)) };
    put({ ...(emptyValue(noticeSchema) as object), ...days });
  };
  return (
    <div className="editor">
      <div className="panel">
        <h1>Mededeling</h1>
        <p className="lead">
          Een zin boven elke pagina, van een dag tot een andere. Ze verschijnt en verdwijnt vanzelf.
        </p>
        {isThere ? (
          <>
            <SchemaFields schema={noticeSchema} file={FILE} path={[]} />
            <button type="button" className="remove" onClick={() => put(undefined)}>
              Mededeling wissen
            </button>
          </>
        ) : (
          <div className="empty">
            <p>Er is nu geen mededeling.</p>
            <button type="button" className="main" onClick={create}>
              Schrijf een mededeling
            </button>
          </div>
        )}
      </div>
      <HomeFrame notice={shown.success ? shown.output : undefined} />
    </div>
  );
}

/** As the calendar here has it. */
function dayOf(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
