import type { ReactNode } from 'react';
import type { Content } from './content.ts';

/** @param form wakes in the browser */
export function Contact({ content, form }: { content: Content; form: ReactNode }) {
  const { company, contact } = content;
  return (
    <section className="contact">
      <div className="head">
        <h1>{contact.heading}</h1>
        <p>{contact.intro}</p>
      </div>
      <div className="form">{form}</div>
      <address>
        {company.addresses.map((lines) => (
          <p key={lines.join()}>
            {lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        ))}
        <p>
          <a href={company.phone.href}>{company.phone.label}</a>
          <a href={company.email.href}>{company.email.label}</a>
        </p>
      </address>
    </section>
  );
}
