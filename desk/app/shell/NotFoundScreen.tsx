import { Button } from '../ui/Button.tsx';
import { Screen } from '../ui/Screen.tsx';
import { hrefOf } from './route.ts';

/** For an address that leads nowhere, such as one of another version of the desk. */
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
