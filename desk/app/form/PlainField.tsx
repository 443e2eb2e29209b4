/** A field of what is no content: where the site goes, its mail server. */
export function PlainField(props: {
  name: string;
  label: string;
  help?: string;
  type?: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { name, label, help, type = 'text', value } = props;
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        type={type}
        required
        value={value}
        autoComplete="off"
        aria-describedby={help && `${name}-help`}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {help && (
        <p className="help" id={`${name}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
