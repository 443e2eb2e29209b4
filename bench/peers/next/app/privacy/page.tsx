import { readContent } from '../../../shared/content.ts';
import { Privacy } from '../../../shared/Privacy.tsx';
import { Shell } from '../Shell.tsx';

const content = readContent();
const { title, description } = content.privacy;
export const metadata = { title, description };

export default function PrivacyPage() {
  return (
    <Shell content={content}>
      <Privacy content={content} />
    </Shell>
  );
}
