import type { Contact } from './phone.ts';

/** Telephone and e-mail. Every link that dials or mails is made here. */
export function ContactLinks(props: { contact: Contact; className?: string | undefined }) {
  const { phone, phoneHref, email } = props.contact;
  return (
    <p className={props.className}>
      <a href={phoneHref}>{phone}</a>
      <a href={`mailto:${email}`}>{email}</a>
    </p>
  );
}
