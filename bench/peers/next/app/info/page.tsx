import { Contact } from '../../../shared/Contact.tsx';
import { readContent } from '../../../shared/content.ts';
import { EnquiryForm } from '../../../shared/EnquiryForm.tsx';
import { Shell } from '../Shell.tsx';

const content = readContent();
const { title, description, form } = content.contact;
export const metadata = { title, description };

export default function ContactPage() {
  return (
    <Shell content={content}>
      <Contact content={content} form={<EnquiryForm form={form} />} />
    </Shell>
  );
}
