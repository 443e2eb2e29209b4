import { useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import { noticeCalendar } from '../../../enquiry/notice.ts';
import {
  brandSchema,
  type Content,
  companySchema,
  messagesSchema,
  type Notice,
  noticeSchema,
  type Page,
  pageSchema,
  siteSchema,
} from '../../../site/content.ts';
import { type PageContext, pageContext } from '../../../site/page-context.ts';
import type { Look, Value } from '../../api.ts';
import { type DraftPage, pagesOf } from '../../pages.ts';
import { call, Refused } from '../client.ts';
import { useDesk } from '../Desk.tsx';
import { type Files, getIn } from '../state.ts';

/** How the site looks with the brand of the draft; undefined until the server has said it. */
export function useLook(): Look | undefined {
  const { draft, saved, photos, complain } = useDesk();
  const [look, setLook] = useState<Look>();
  const brand = v.is(brandSchema, draft['brand.yaml']) ? draft['brand.yaml'] : saved['brand.yaml'];
  useEffect(() => {
    let isOver = false;
    const answer = call('POST /api/look', { brand: brand as Value });
    answer
      .then((next) => isOver || setLook(next))
      // Colours that cannot be told apart are said beside them; the page keeps its last look.
      .catch((error) => (error instanceof Refused && error.status === 422) || complain(error));
    return () => {
      isOver = true;
    };
  }, [brand, photos]);
  return look;
}

/** The notice of the draft as a visitor sees it today; undefined on days without one. */
export function useNotice(): Notice | undefined {
  const { draft, saved } = useDesk();
  const notice = draft['notice.yaml'];
  const timeZone = String(getIn(saved['site.yaml'], ['timeZone']));
  return useMemo(() => {
    const { success, output } = v.safeParse(noticeSchema, notice);
    if (!success) return undefined;
    return noticeCalendar({ notice: output, timeZone })(Date.now()) ? output : undefined;
  }, [notice, timeZone]);
}

/** The focus of each photo, as the draft has it. */
export function focusCss(draft: Files): string {
  const rules = Object.keys((draft['photos/photos.yaml'] as object | undefined) ?? {}).map(
    (name) => {
      const [x, y] = (getIn(draft['photos/photos.yaml'], [name, 'focus']) as
        | number[]
        | undefined) ?? [50, 50];
      return `[data-photo="${CSS.escape(name)}"] { object-position: ${x}% ${y}%; }`;
    },
  );
  return `@layer base {\n${rules.join('\n')}\n}`;
}

/**
 * What the sections of a page may know, from the draft; of a file that has a mistake, as it was
 * saved. The same object until something changes that sections can see.
 */
export function usePageContext(page: DraftPage, look: Look | undefined): PageContext | undefined {
  const { draft, saved, photos, files } = useDesk();
  const [company, site, messages] = ['company.yaml', 'site.yaml', 'messages.yaml'].map(
    (file) => draft[file],
  );
  const outline = JSON.stringify(pagesOf(draft).map(({ page: one }) => shellOf(one)));
  const { path, title } = page;
  return useMemo(() => {
    if (!look) return undefined;
    const parsed = <Schema extends v.GenericSchema>(schema: Schema, file: string) => {
      const now = v.safeParse(schema, draft[file]);
      return now.success ? now.output : v.parse(schema, saved[file]);
    };
    const pages = pagesOf(draft).flatMap(({ page: one }) => {
      const result = v.safeParse(pageSchema, one.path === path ? { ...one, sections: PLAIN } : one);
      return result.success && !result.output.hidden ? [result.output as Page] : [];
    });
    const content = {
      company: parsed(companySchema, 'company.yaml'),
      site: parsed(siteSchema, 'site.yaml'),
      messages: parsed(messagesSchema, 'messages.yaml'),
      pages: withHome(pages),
    } as Content;
    const resources = {
      photos: new Map(photos.map(({ name, photo }) => [name, photo])),
      files: new Map(files.map(({ name, href, bytes }) => [name, { href, bytes }])),
      logo: look.logo,
    };
    return pageContext({ path, title } as Page, content, resources);
  }, [company, site, messages, outline, path, photos, files, look?.logo]);
}

/** Enough of a page for the others: the edited one may just be wrong. */
const PLAIN = [{ kind: 'text', heading: '–' }];

const shellOf = ({ path, navigation, redirects, hidden, sections }: DraftPage) => [
  path,
  navigation,
  redirects,
  hidden,
  sections.some(({ kind }) => kind === 'enquiry-form'),
];

/** The build insists on a start page; the draft may just have none. */
function withHome(pages: Page[]): Page[] {
  if (pages.some(({ redirects }) => redirects.includes('/'))) return pages;
  return pages.map((page, index) => (index === 0 ? { ...page, redirects: ['/'] } : page));
}
