import { hrefOf } from '../navigation/route.ts';
import { Button } from '../ui/Button.tsx';
import { Screen } from '../ui/Screen.tsx';

/** The screen for an unknown address, such as one from another version of the desk. */
export function NotFoundScreen() {
  return (
    <Screen title="Dit scherm bestaat niet" lead="Het adres klopt niet, of niet meer.">
      <div className="buttons">
        <Button kind="main" label="Naar je pagina’s" href={hrefOf('paginas')} />
        <Button label="Naar Meer" href={hrefOf('meer')} />
      </div>
    </Screen>
  );
}
