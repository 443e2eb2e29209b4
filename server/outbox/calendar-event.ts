export interface CalendarEvent {
  /** Tells it from all others, also when it comes a second time. */
  uid: string;
  stampMs: number;
  /** As a date travels: '5-3-2027'. */
  date: string;
  summary: string;
  location: string;
  description: string;
}

/** RFC 5545, 3.1: octets of a line without its end. */
const LONGEST_LINE = 75;

/** An iCalendar file (RFC 5545) with one whole day, tentative: nobody has said yes yet. */
export function calendarEvent(event: CalendarEvent): string {
  const [day = 0, month = 0, year = 0] = event.date.split('-').map(Number);
  const dayAt = (offset: number) =>
    new Date(Date.UTC(year, month - 1, day + offset))
      .toISOString()
      .slice(0, 10)
      .replaceAll('-', '');
  const stamp = new Date(event.stampMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Website//Enquiries//NL',
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${dayAt(0)}`,
    `DTEND;VALUE=DATE:${dayAt(1)}`,
    `SUMMARY:${escaped(event.summary)}`,
    ...(event.location === '' ? [] : [`LOCATION:${escaped(event.location)}`]),
    `DESCRIPTION:${escaped(event.description)}`,
    'STATUS:TENTATIVE',
    'X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** RFC 5545, 3.3.11. Control characters have no place in a text; a tab may stay. */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '');

/** Breaks a line where it grows too long, never within a character. */
function folded(line: string): string {
  let text = '';
  let length = 0;
  for (const character of line) {
    const octets = Buffer.byteLength(character);
    if (length + octets > LONGEST_LINE) {
      text += '\r\n ';
      length = 1;
    }
    text += character;
    length += octets;
  }
  return text;
}
