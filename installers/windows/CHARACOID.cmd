@echo off
rem Sets CHARACOID up on the first run, then opens it.
cd /d "%~dp0..\.."
where py >nul 2>nul && (py -3 run.py %*) || (python run.py %*)
if errorlevel 1 pause
