@echo off
rem Windows: a double click opens the desk.
title Werktafel van je website
cd /d "%~dp0"
where node >nul 2>nul || goto no_node
where npm >nul 2>nul || goto no_node
node -e "process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)" || goto no_node
if not exist node_modules\.package-lock.json echo De eerste keer worden er onderdelen opgehaald. Dat duurt enkele minuten.
call npm run --silent desk
if errorlevel 1 goto failed
exit /b 0

:no_node
echo Je computer heeft Node nog niet. In je browser staat waar je het haalt.
start "" "%~dp0desk\start\geen-node.html"
pause
exit /b 1

:failed
echo.
echo Dat lukte niet. Wat hierboven staat, zegt waarom.
pause
exit /b 1
