import type { Content } from '../site/content.ts';

export async function prepareSocialCards(_content: Content, _outDir: string) {
  return new Map<string, string>();
}
