import { HONEYPOT } from '../../../enquiry/fields.ts';

/**
 * A field no person sees or reaches. Programs that fill in every field fill in this one too; the
 * server then keeps the enquiry but marks it (`HONEYPOT` in `enquiry/fields.ts`). Its label keeps
 * browsers from it: without one Chromium takes it for an e-mail address it could fill in.
 */
export function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        Website <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
