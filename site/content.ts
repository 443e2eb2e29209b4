import * as v from 'valibot';
import { PRODUCT_TYPES } from '../enquiry/enquiry.ts';
import { apiBase, line, siteAddress, text, unquoted, webAddress, year } from './content-values.ts';

/**
 * The shape of everything in `content/`: one schema a file. The build reads the YAML through these
 * and stops with file, field, what was expected and an example (`publish/content/`); the pages take
 * their types from here.
 */

const paragraphs = v.pipe(v.array(text), v.minLength(1));
/** Empty, or an absolute address. */
const optionalWebAddress = v.union([v.literal(''), webAddress]);

/** content/company.yaml */
export const companySchema = v.strictObject({
  /** True while these are the sample company's invented facts. */
  sample: v.boolean(),
  name: line,
  legalForm: line,
  slug: v.pipe(v.string(), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)),
  addresses: v.pipe(
    v.array(v.strictObject({ label: line, street: line, postalCode: line, town: line })),
    v.length(2),
  ),
  /** As it is read: '09 000 00 00'. */
  phone: line,
  /** As it is dialled, for the tel link: '+3290000000'. */
  phoneLink: v.pipe(v.string(), v.regex(/^\+\d{8,15}$/)),
  email: v.pipe(v.string(), v.email()),
  vatNumber: line,
  /** Court of the register of legal entities. */
  court: line,
});

/** content/site.yaml */
export const siteSchema = v.strictObject({
  url: siteAddress,
  api: v.strictObject({ base: apiBase }),
  captcha: v.strictObject({
    provider: v.picklist(['altcha', 'recaptcha', 'hcaptcha', 'turnstile']),
    /** Public key from the provider; empty for altcha. */
    siteKey: v.string(),
  }),
  privacy: v.strictObject({ providerUrl: optionalWebAddress }),
  designer: v.strictObject({ name: line, url: webAddress }),
  schoolSite: v.strictObject({ url: webAddress }),
  copyrightYear: year,
});

/** A message for the visitor, by key. */
const messages = <Key extends string>(...keys: Key[]) =>
  v.strictObject(
    Object.fromEntries(keys.map((key) => [key, unquoted])) as Record<Key, typeof unquoted>,
  );

/** content/messages.yaml */
export const messagesSchema = v.strictObject({
  shell: messages(
    'skipToContent',
    'menu',
    'mainNavigation',
    'logo',
    'designedBy',
    'privacy',
    'opensInNewTab',
    'close',
  ),
  navigation: messages('home', 'feesten', 'bedrijfsfeest', 'schoolcatering', 'info'),
  carousel: messages(
    'region',
    'carousel',
    'slide',
    'previous',
    'next',
    'pause',
    'play',
    'position',
    'enlarge',
    'goTo',
    'dialog',
    'pictureFailed',
  ),
  privacyDialog: messages('title', 'loading', 'failed', 'openPage'),
  fields: messages(
    'email',
    'name',
    'firstName',
    'company',
    'street',
    'number',
    'postalCode',
    'city',
    'phone',
    'vatNumber',
    'clientType',
    'productType',
    'date',
    'partyLocation',
    'personCount',
    'grownupCount',
    'childrenCount',
    'message',
  ),
  rules: messages(
    'emailRequired',
    'emailInvalid',
    'nameRequired',
    'messageRequired',
    'captchaRequired',
    'dateInvalid',
    'countInvalid',
    'choiceUnknown',
    'tooLong',
    'charactersInvalid',
  ),
  form: messages(
    'groupYou',
    'groupParty',
    'groupMessage',
    'choose',
    'submit',
    'cancel',
    'cleared',
    'undo',
    'missing',
    'wrong',
    'requiredNote',
    'openCalendar',
    'calendarLoading',
    'calendarFailed',
    'pastDate',
    'pending',
    'success',
    'error',
    'again',
    'retry',
    'mailInstead',
    'mailSubject',
    'mailCut',
    'mailWhole',
    'unavailable',
    'late',
    'noScript',
  ),
  captcha: messages(
    'label',
    'start',
    'loading',
    'verifying',
    'verified',
    'expired',
    'failed',
    'blocked',
  ),
});

/** content/mails.yaml: the words of the confirmation mail. */
export const mailsSchema = v.strictObject({
  confirmation: v.strictObject({
    subject: line,
    ...messages('greeting', 'received', 'summaryHeading', 'whatNext', 'notYou', 'signOff').entries,
  }),
});

const pageHead = {
  /** Title of the browser tab; the company name is added. */
  title: line,
  /** One or two sentences for search engines and shared links, at most 160 characters. */
  description: v.pipe(line, v.maxLength(160)),
};

const hero = v.strictObject({
  /** A short sentence, large over the photo. */
  sentence: text,
  scrollLink: text,
});

const photoList = v.pipe(v.array(text), v.minLength(1));

/** One part of the offer: Recepties, Walking Dinner, … */
const block = v.strictObject({
  /** Anchor in the address: '/feesten#recepties'. */
  id: v.pipe(v.string(), v.regex(/^[a-z]+(?:-[a-z]+)*$/)),
  heading: text,
  paragraphs,
  facts: v.pipe(v.array(text), v.minLength(2), v.maxLength(4)),
  /** One photo, or several to leaf through. */
  photos: photoList,
  proposal: v.strictObject({ link: text, subject: v.picklist(PRODUCT_TYPES) }),
});

/** content/pages/home.yaml */
export const homePageSchema = v.strictObject({
  ...pageHead,
  hero,
  about: v.strictObject({ heading: text, lead: text, paragraphs, button: text }),
  /** The offer as a menu card: each line leads to a block or page. */
  menu: v.strictObject({
    heading: text,
    lines: v.pipe(
      v.array(
        v.strictObject({ name: text, detail: text, href: v.pipe(v.string(), v.startsWith('/')) }),
      ),
      v.minLength(3),
    ),
  }),
  closing: v.strictObject({ heading: text, text, button: text }),
});

/** content/pages/feesten.yaml */
export const partiesPageSchema = v.strictObject({
  ...pageHead,
  hero,
  intro: v.strictObject({ heading: text, paragraphs }),
  blocks: v.pipe(v.array(block), v.minLength(1)),
});

/** content/pages/bedrijfsfeest.yaml: the receptions page of the specification. */
export const companyPartyPageSchema = partiesPageSchema;

/** content/pages/schoolcatering.yaml */
export const schoolPageSchema = v.strictObject({
  ...pageHead,
  hero,
  section: v.strictObject({ heading: text, lead: text, paragraphs, button: text }),
  steps: v.strictObject({
    heading: text,
    items: v.pipe(v.array(v.strictObject({ title: text, text })), v.minLength(2)),
  }),
  proposal: v.strictObject({ heading: text, text, link: text, subject: v.picklist(PRODUCT_TYPES) }),
});

/** content/pages/info.yaml */
export const infoPageSchema = v.strictObject({ ...pageHead, heading: text, intro: text });

/** content/pages/niet-gevonden.yaml */
export const notFoundPageSchema = v.strictObject({
  ...pageHead,
  heading: text,
  message: text,
  button: text,
});

/** content/pages/privacy.yaml */
export const privacyPageSchema = v.strictObject({
  ...pageHead,
  heading: text,
  intro: text,
  sections: v.pipe(v.array(v.strictObject({ heading: text, paragraphs })), v.minLength(1)),
});

/** content/photos/photos.yaml: every photo with its alt text and focal point; which page shows it. */
export const photosSchema = v.strictObject({
  photos: v.record(
    v.string(),
    v.strictObject({
      /** What must stay in a narrow crop, in percent from the left and the top. */
      focus: v.strictTuple([
        v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
        v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
      ]),
      alt: line,
    }),
  ),
  pages: v.strictObject({
    'home-hero': photoList,
    'home-over-ons': photoList,
    bedrijfsfeest: photoList,
    feesten: photoList,
    schoolcatering: photoList,
  }),
});

export type Company = v.InferOutput<typeof companySchema>;
export type Site = v.InferOutput<typeof siteSchema>;
export type Messages = v.InferOutput<typeof messagesSchema>;
export type Mails = v.InferOutput<typeof mailsSchema>;
export type Block = v.InferOutput<typeof block>;
export type HomePage = v.InferOutput<typeof homePageSchema>;
export type PartiesPage = v.InferOutput<typeof partiesPageSchema>;
export type SchoolPage = v.InferOutput<typeof schoolPageSchema>;
export type InfoPage = v.InferOutput<typeof infoPageSchema>;
export type NotFoundPage = v.InferOutput<typeof notFoundPageSchema>;
export type PrivacyPage = v.InferOutput<typeof privacyPageSchema>;
export type PhotoList = v.InferOutput<typeof photosSchema>;

/** Everything in `content/`, read and checked (`publish/content/load-content.ts`). */
export interface Content {
  company: Company;
  site: Site;
  messages: Messages;
  mails: Mails;
  pages: {
    home: HomePage;
    feesten: PartiesPage;
    bedrijfsfeest: PartiesPage;
    schoolcatering: SchoolPage;
    info: InfoPage;
    notFound: NotFoundPage;
    privacy: PrivacyPage;
  };
  photos: PhotoList;
}
