package ursa_test

import (
	"fmt"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// Constants, precedence and arithmetic as the reference has observed them in the original (ground, 8 bits).
func TestGroundArithmetic(t *testing.T) {
	for _, c := range []string{
		"010 == 10", "0x1F == 31", "0b101 == 5", "300 == 44", "200+100 == 44", "3-5 == 254", "-1 == 255", "~0 == 255",
		"1<<2+1 == 8", "(7&3|8^12) == 7", "1<<8 == 0", "1<<9 == 0", "255>>8 == 0", "255>>7 == 1", "7-2-1 == 4", "2+3*4 == 14",
		"-2*3 == 250", "~1&3 == 2", "6&3 == 2", "sgn(9) == 1", "sgn(0) == 0", "bool2num(true) == 1", "bool2num(1>2) == 0",
		"num2bool(2)", "!num2bool(0)", "!1==2", "ite(1<2,3,4) == 3", "ite(2<1,false,true)", "!(true||true^^true)",
		"!(true^^true||true)", "true || false && false", "!(true ^^ false) ^^ true", "1 != 2", "3 >= 3 && 3 <= 3 && !(3 < 3) && !(3 > 3)",
		"--1 == 1", "!!true", "5 & 4 == 4", "64 >> 3 & 7 == 0", "16*16 == 0", "15*17 == 255", "1-1-1 == 255", "3^5 == 6",
	} {
		out, err := run("assert("+c+");", 8)
		if c == "--1 == 1" { // -- is one sign
			expect.Fails(t, err, "%s: no error", c)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c, err)
			continue
		}
		expect.Equal(t, out.counts(), "yes", "%s", c)
	}
}

func queens(n int) string {
	return fmt.Sprintf(`nDim=%d;
bDomain = true; bNoCapture = true;
for(ni=0; ni<nDim; ni++) {
  bDomain &&= (n[ni]<nDim);
  for(nj=0; nj<nDim; nj++)
    if(ni!=nj) {
      bNoCapture &&= (n[ni]!=n[nj]);
      bNoCapture &&= (ni+n[nj] != nj+n[ni]) && (ni+n[ni] != nj+n[nj]);
    }
}
assert_all(bDomain && bNoCapture);`, n)
}

const moneyProgram = `
nSEND = 1000*ns+100*ne+10*nn+nd; nMORE = 1000*nm+100*no+10*nr+ne; nMONEY = 10000*nm+1000*no+100*nn+10*ne+ny;
bDigits = ns<10 && ne<10 && nn<10 && nd<10 && nm<10 && no<10 && nr<10 && ny<10 && ns>0 && nm>0;
bDiffer = ns!=ne && ns!=nn && ns!=nd && ns!=nm && ns!=no && ns!=nr && ns!=ny && ne!=nn && ne!=nd && ne!=nm && ne!=no &&
  ne!=nr && ne!=ny && nn!=nd && nn!=nm && nn!=no && nn!=nr && nn!=ny && nd!=nm && nd!=no && nd!=nr && nd!=ny && nm!=no &&
  nm!=nr && nm!=ny && no!=nr && no!=ny && nr!=ny;
assert_all(bDigits && bDiffer && nSEND+nMORE==nMONEY);`

const squareProgram = `
bSum = true; bDiffer = true; bDomain = true;
for (ni=0; ni<9; ni++) { bDomain &&= nt[ni]<9; for (nj=0; nj<ni; nj++) bDiffer &&= nt[ni]!=nt[nj]; }
for (ni=0; ni<3; ni++) bSum &&= nt[3*ni]+nt[3*ni+1]+nt[3*ni+2]==12 && nt[ni]+nt[ni+3]+nt[ni+6]==12;
bSum &&= nt[0]+nt[4]+nt[8]==12 && nt[2]+nt[4]+nt[6]==12;
assert_all(bSum && bDiffer && bDomain);
assert_all(bSum && bDiffer && bDomain && nt[0]<nt[2] && nt[0]<nt[6] && nt[0]<nt[8] && nt[2]<nt[6]);`

const lcgProgram = `nx=nseed; for (ni=0; ni<100; ni++) nx=nx*1664525+1013904223; assert_all(nx==3998113695);`

// The classic examples with their numbers of solutions (section 8 of the reference).
func TestClassics(t *testing.T) {
	for _, c := range []struct {
		name, src string
		bits      int
		want      string
	}{
		{"queens 4", queens(4), 8, "2"}, {"queens 5", queens(5), 8, "10"}, {"queens 6", queens(6), 8, "4"},
		{"queens 7", queens(7), 8, "40"}, {"queens 8", queens(8), 8, "92"},
		{"money", moneyProgram, 18, "1"}, {"money, 17 bits", moneyProgram, 17, "1"},
		{"money wraps around", moneyProgram, 14, "117"},
		{"magic square", squareProgram, 8, "8 1"},
		{"generator", lcgProgram, 32, "1"},
		{"swap", `na=nx; nb=ny; na=na^nb; nb=na^nb; na=na^nb; assert((na!=ny)||(nb!=nx));`, 8, "0"},
		{"exactly one", `nc=0; for (ni=0; ni<8; ni++) nc += nv>>ni&1; bOne = nc==1;
			bTrick = nv!=0 && (nv&(nv-1))==0; assert(bOne ^^ bTrick);`, 8, "0"},
		{"Pythagoras", `procedure Power(nbase,npowernk,nk) { npowernk=1; for (ni=0; ni<nk; ni++) npowernk*=nbase; }
			call Power(nx,na,2); call Power(ny,nb,2); call Power(nz,nc,2); assert_all(na+nb==nc);`, 8, "126976"},
		{"linear", `assert_all(3*nx+4*ny==25 && 4*nx+3*ny==24);`, 8, "1"},
		{"polynomial", `assert_all(n*n*n*n+n*n*n+2==110);`, 8, "1"},
		{"roots", `assert_all(nx*nx==ny && ny==49);`, 8, "4"},
		{"clauses", `assert_all((b1||b2||b3)&&(!b1||b2||!b3)&&(b1||!b2||!b3));`, 8, "5"},
		{"sudoku 4x4", sudokuProgram, 8, "288"},
		{"Golomb rulers", `b = num2bool(nr&1) && nr>>25 == 1; nc = 0; for (ni=0; ni<26; ni++) nc += nr>>ni&1; b &&= nc==7;
			for (nd=1; nd<26; nd++) { np = nr & nr>>nd; b &&= (np & np-1) == 0; } assert_all(b);`, 26, "10"},
		{"independent asserts", `assert(nx==1); assert(nx==2);`, 8, "1 1"},
		{"after no, yes", `assert(false); assert(true);`, 8, "no yes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "money wraps around" && !expect.Long {
				t.Skip("takes seconds; the generator and Pythagoras wrap around, too")
			}
			out := mustRun(t, c.src, c.bits)
			expect.Equal(t, out.counts(), c.want, "solutions")
			t.Logf("variables %d", out.answers[0].total)
		})
	}
}

const sudokuProgram = `
bOK = true;
for (ni=0; ni<4; ni++) for (nj=0; nj<4; nj++) {
  bOK &&= n[ni][nj]<4;
  for (nk=0; nk<4; nk++) {
    if (nk<nj) bOK &&= n[ni][nj]!=n[ni][nk];
    if (nk<ni) bOK &&= n[ni][nj]!=n[nk][nj];
  }
}
for (nb=0; nb<4; nb++) for (ni=0; ni<4; ni++) for (nj=0; nj<ni; nj++)
  bOK &&= n[(nb&2)+(ni>>1)][(nb&1)*2+(ni&1)] != n[(nb&2)+(nj>>1)][(nb&1)*2+(nj&1)];
assert_all(bOK);`

// The solutions of some, not only their number.
func TestSolutions(t *testing.T) {
	for _, c := range []struct {
		src  string
		bits int
		want string
	}{
		{`nv = nu+1; assert(nv==2);`, 19, "nu=1"},
		{`assert_all(nBKx<3 && nBKy<1);`, 3, "nBKx=0 nBKy=0; nBKx=1 nBKy=0; nBKx=2 nBKy=0"},
		{`assert_all(nx*nx==ny && ny==49);`, 8, "nx=7 ny=49; nx=121 ny=49; nx=135 ny=49; nx=249 ny=49"},
		{lcgProgram, 32, "nseed=2011"},
		{`assert_all(3*nx+4*ny==25 && 4*nx+3*ny==24);`, 8, "nx=3 ny=4"},
		{`assert_all(b1 && nz==2 && !bA && nA==1);`, 8, "nA=1 nz=2 b1=true bA=false"},
	} {
		out := mustRun(t, c.src, c.bits)
		expect.Equal(t, strings.Join(out.answers[0].solutions, "; "), c.want, "%s", c.src)
	}
}

func TestQueensVariables(t *testing.T) {
	if n := mustRun(t, queens(8), 8).answers[0].total; n > 1345 {
		t.Errorf("%d variables, the original has 1345", n)
	}
}
