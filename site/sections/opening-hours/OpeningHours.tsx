import { Sentences } from '../../rich-text/RichText.tsx';
import { Columns } from '../Columns.tsx';
import type { SectionProps } from '../section.ts';
import styles from './OpeningHours.module.css';
import { groupOpeningHours } from './opening-hours.ts';
import type { openingHoursSchema } from './schema.ts';

/** The opening hours from company.yaml, as a table. */
export default function OpeningHours(props: SectionProps<typeof openingHoursSchema>) {
  const { section, page, position } = props;
  const groups = groupOpeningHours(page.company.openingHours, page.site.locale);
  return (
    <Columns position={position} heading={section.heading}>
      <div>
        <table className={styles.week} aria-labelledby={position.headingId}>
          <tbody>
            {groups.map((group) => (
              <tr key={group.days}>
                <th scope="row">{group.days}</th>
                {group.hours.length === 0 ? (
                  <td className={styles.closed}>{section.closed}</td>
                ) : (
                  <td>
                    {group.hours.map((hours) => (
                      <span key={hours}>{hours}</span>
                    ))}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {section.note && <Sentences className={styles.note} text={section.note} />}
      </div>
    </Columns>
  );
}
